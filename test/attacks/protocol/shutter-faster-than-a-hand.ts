import type { ProtocolAttack } from '../attack.ts';

const attack: ProtocolAttack = {
  kind: 'page',
  imitates: 'A script that presses the shutter with the first picture of the camera.',
  aims: ['page'],
  async run(cheat) {
    const capture = await cheat.capture(71);
    const { report } = capture;
    return cheat.submit([
      {
        ...capture,
        report: { ...report, page: { ...report.page, aimed: 40 }, frames: report.frames.slice(-1) },
      },
    ]);
  },
};

export default attack;
