import type { ProtocolAttack } from '../attack.ts';

const attack: ProtocolAttack = {
  kind: 'stream',
  imitates: 'A picture from elsewhere with a report that has no frames.',
  aims: ['stream'],
  async run(cheat) {
    const capture = await cheat.capture(55);
    const { report } = capture;
    return cheat.submit([{ ...capture, report: { ...report, frames: [], camera: null } }]);
  },
};

export default attack;
