import type { ProtocolAttack } from '../attack.ts';

const attack: ProtocolAttack = {
  kind: 'page',
  imitates: 'A browser driven by a program that does not hide it.',
  aims: ['page'],
  async run(cheat) {
    const capture = await cheat.capture(67);
    const { report } = capture;
    return cheat.submit([{ ...capture, report: { ...report, page: { ...report.page, automated: true } } }]);
  },
};

export default attack;
