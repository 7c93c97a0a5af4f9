import type { ProtocolAttack } from '../attack.ts';

const attack: ProtocolAttack = {
  kind: 'stream',
  imitates: 'A still picture in front of the page while the phone is waved about.',
  aims: ['motion', 'stream'],
  async run(cheat) {
    const capture = await cheat.capture(57, { hand: 'tripod' });
    const { report } = capture;
    return cheat.submit([
      { ...capture, report: { ...report, turns: report.turns.map(({ at }) => ({ at, rate: [0, 60, 5] })) } },
    ]);
  },
};

export default attack;
