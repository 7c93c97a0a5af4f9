import type { ProtocolAttack } from '../attack.ts';
import { refusalOf } from '../stage/cheat.ts';

const attack: ProtocolAttack = {
  kind: 'time',
  imitates: 'A ticket of one slot used for another.',
  aims: [],
  async run(cheat) {
    const capture = await cheat.capture(73);
    const opened = await cheat.open();
    cheat.server.pass(5_000);
    const ticket = opened.customer.tickets['0']?.[0] ?? '';
    return refusalOf(await opened.customer.send({ ...capture, slot: 1, ticket })) ?? cheat.finish(opened);
  },
};

export default attack;
