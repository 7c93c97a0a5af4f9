import type { ProtocolAttack } from '../attack.ts';

const attack: ProtocolAttack = {
  kind: 'stream',
  imitates: 'Frames that all bear the time of the shutter.',
  aims: ['stream'],
  async run(cheat) {
    const capture = await cheat.capture(56);
    const frames = capture.report.frames.map((frame) => ({ ...frame, at: 0 }));
    return cheat.submit([{ ...capture, report: { ...capture.report, frames } }]);
  },
};

export default attack;
