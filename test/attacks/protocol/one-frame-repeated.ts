import type { ReportedFrame } from '../../../src/shared/capture-report.ts';
import type { ProtocolAttack } from '../attack.ts';

const attack: ProtocolAttack = {
  kind: 'stream',
  imitates: 'A still picture posing as a camera: every frame is the same.',
  aims: ['stream'],
  async run(cheat) {
    const capture = await cheat.capture(41);
    const { report } = capture;
    return cheat.submit([
      {
        ...capture,
        report: {
          ...report,
          frames: report.frames.map(({ at }) => ({ ...(report.frames[0] as ReportedFrame), at })),
        },
      },
    ]);
  },
};

export default attack;
