import type { ProtocolAttack } from '../attack.ts';

const attack: ProtocolAttack = {
  kind: 'camera',
  imitates: 'An app that poses as a camera on a rooted phone.',
  aims: ['camera'],
  async run(cheat) {
    const capture = await cheat.capture(60);
    const { report } = capture;
    return cheat.submit([
      {
        ...capture,
        report: { ...report, camera: report.camera && { ...report.camera, label: 'VCam 0, facing back' } },
      },
    ]);
  },
};

export default attack;
