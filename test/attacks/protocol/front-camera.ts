import type { ProtocolAttack } from '../attack.ts';

const attack: ProtocolAttack = {
  kind: 'camera',
  imitates: 'The front camera, in which one can hold up a print.',
  aims: ['camera'],
  async run(cheat) {
    const capture = await cheat.capture(62);
    const { report } = capture;
    return cheat.submit([
      {
        ...capture,
        report: {
          ...report,
          camera: report.camera && { ...report.camera, label: 'camera2 1, facing front', facing: 'user' },
        },
      },
    ]);
  },
};

export default attack;
