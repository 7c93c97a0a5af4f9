import type { ProtocolAttack } from '../attack.ts';

const attack: ProtocolAttack = {
  kind: 'page',
  imitates: 'A program of one’s own that sends the picture and nothing else.',
  aims: ['page'],
  async run(cheat) {
    const { body, userAgent } = await cheat.capture(69);
    return cheat.submit([{ body, userAgent }]);
  },
};

export default attack;
