import type { ProtocolAttack } from '../attack.ts';

const attack: ProtocolAttack = {
  kind: 'camera',
  imitates: 'The virtual camera of a streaming program.',
  aims: ['camera'],
  async run(cheat) {
    const capture = await cheat.capture(59);
    const { report } = capture;
    return cheat.submit([
      {
        ...capture,
        report: { ...report, camera: report.camera && { ...report.camera, label: 'OBS Virtual Camera' } },
      },
    ]);
  },
};

export default attack;
