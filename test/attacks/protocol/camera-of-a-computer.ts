import type { ProtocolAttack } from '../attack.ts';

const attack: ProtocolAttack = {
  kind: 'camera',
  imitates: 'The camera of a laptop where a phone’s was asked for.',
  aims: ['camera'],
  async run(cheat) {
    const capture = await cheat.capture(63);
    const { report } = capture;
    return cheat.submit([
      {
        ...capture,
        report: {
          ...report,
          camera: report.camera && { ...report.camera, label: 'Integrated Webcam (0bda:5539)', facing: '' },
        },
      },
    ]);
  },
};

export default attack;
