import type { ProtocolAttack } from '../attack.ts';

const attack: ProtocolAttack = {
  kind: 'camera',
  imitates: 'A camera with 1,000 frames per second.',
  aims: ['camera'],
  async run(cheat) {
    const capture = await cheat.capture(65);
    const { report } = capture;
    return cheat.submit([
      { ...capture, report: { ...report, camera: report.camera && { ...report.camera, rate: 1_000 } } },
    ]);
  },
};

export default attack;
