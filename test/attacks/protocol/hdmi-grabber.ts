import type { ProtocolAttack } from '../attack.ts';

const attack: ProtocolAttack = {
  kind: 'camera',
  imitates: 'Another computer’s display through an HDMI grabber.',
  aims: ['camera'],
  async run(cheat) {
    const capture = await cheat.capture(61);
    const { report } = capture;
    return cheat.submit([
      {
        ...capture,
        report: {
          ...report,
          camera: report.camera && { ...report.camera, label: 'Cam Link 4K (0fd9:0066)', facing: '' },
        },
      },
    ]);
  },
};

export default attack;
