import type { ProtocolAttack } from '../attack.ts';
import { reportedAs } from '../stage/forged-report.ts';

const attack: ProtocolAttack = {
  kind: 'duplicate',
  imitates: 'The photo of an earlier request, sent again.',
  aims: ['duplicate'],
  async run(cheat) {
    const original = await cheat.capture(22);
    await cheat.submit([original]);
    return cheat.submit([await reportedAs(original, original.body)]);
  },
};

export default attack;
