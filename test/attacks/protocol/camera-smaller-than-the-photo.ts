import type { ProtocolAttack } from '../attack.ts';

const attack: ProtocolAttack = {
  kind: 'camera',
  imitates: 'A large picture from elsewhere, reported with a small camera.',
  aims: ['camera'],
  async run(cheat) {
    const capture = await cheat.capture(64);
    const { report } = capture;
    return cheat.submit([
      {
        ...capture,
        report: { ...report, camera: report.camera && { ...report.camera, width: 640, height: 480 } },
      },
    ]);
  },
};

export default attack;
