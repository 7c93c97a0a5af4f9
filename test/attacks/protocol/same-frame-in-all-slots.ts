import type { ProtocolAttack } from '../attack.ts';

const attack: ProtocolAttack = {
  kind: 'duplicate',
  imitates: 'One photo for everything that was asked for.',
  aims: ['duplicate'],
  async run(cheat) {
    const capture = await cheat.capture(33);
    return cheat.submit([capture, capture, capture]);
  },
};

export default attack;
