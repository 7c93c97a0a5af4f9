import type { ProtocolAttack } from '../attack.ts';

const attack: ProtocolAttack = {
  kind: 'stream',
  imitates: 'A film played to the page while the phone lies on the table.',
  aims: ['motion'],
  async run(cheat) {
    const capture = await cheat.capture(58, { hand: 'panning' });
    const { report } = capture;
    return cheat.submit([
      { ...capture, report: { ...report, turns: report.turns.map(({ at }) => ({ at, rate: [0, 0, 0] })) } },
    ]);
  },
};

export default attack;
