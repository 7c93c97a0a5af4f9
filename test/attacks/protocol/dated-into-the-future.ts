import type { ProtocolAttack } from '../attack.ts';

const attack: ProtocolAttack = {
  kind: 'time',
  imitates: 'A device that claims to have taken the photo in an hour.',
  aims: ['clock'],
  async run(cheat) {
    const capture = await cheat.capture(79);
    return cheat.submit([{ ...capture, capturedAt: cheat.server.now() + 3_600_000 }]);
  },
};

export default attack;
