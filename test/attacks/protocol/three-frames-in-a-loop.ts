import type { ReportedFrame } from '../../../src/shared/capture-report.ts';
import type { ProtocolAttack } from '../attack.ts';

const attack: ProtocolAttack = {
  kind: 'stream',
  imitates: 'A short recording in a loop, posing as a camera.',
  aims: ['stream'],
  async run(cheat) {
    const capture = await cheat.capture(42);
    const { report } = capture;
    return cheat.submit([
      {
        ...capture,
        report: {
          ...report,
          frames: report.frames.map(({ at }, index) => ({
            ...(report.frames[index % 3] as ReportedFrame),
            at,
          })),
        },
      },
    ]);
  },
};

export default attack;
