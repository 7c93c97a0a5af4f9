import type { ProtocolAttack } from '../attack.ts';

const attack: ProtocolAttack = {
  kind: 'page',
  imitates: 'Functions of the browser replaced, and noticed by the page.',
  aims: ['page'],
  async run(cheat) {
    const capture = await cheat.capture(68);
    const { report } = capture;
    return cheat.submit([
      { ...capture, report: { ...report, page: { ...report.page, patched: ['drawImage', 'toString'] } } },
    ]);
  },
};

export default attack;
