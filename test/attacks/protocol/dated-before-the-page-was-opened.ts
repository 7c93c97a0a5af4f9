import type { ProtocolAttack } from '../attack.ts';

const attack: ProtocolAttack = {
  kind: 'time',
  imitates: 'A photo from yesterday, with its true time.',
  aims: [],
  async run(cheat) {
    const capture = await cheat.capture(80);
    return cheat.submit([{ ...capture, capturedAt: cheat.server.now() - 86_400_000 }]);
  },
};

export default attack;
