import type { ProtocolAttack } from '../attack.ts';
import { refusalOf } from '../stage/cheat.ts';

const attack: ProtocolAttack = {
  kind: 'time',
  imitates: 'Tickets gathered in the morning and used in the afternoon.',
  aims: [],
  async run(cheat) {
    const capture = await cheat.capture(76);
    const opened = await cheat.open();
    cheat.server.pass(3 * 3_600_000);
    return refusalOf(await opened.customer.send(capture)) ?? cheat.finish(opened);
  },
};

export default attack;
