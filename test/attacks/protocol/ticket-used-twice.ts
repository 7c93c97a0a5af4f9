import type { ProtocolAttack } from '../attack.ts';
import { refusalOf } from '../stage/cheat.ts';

const attack: ProtocolAttack = {
  kind: 'time',
  imitates: 'A ticket that has let in a photo before.',
  aims: [],
  async run(cheat) {
    const [first, second] = [await cheat.capture(74), await cheat.capture(75)];
    const opened = await cheat.open();
    cheat.server.pass(5_000);
    const ticket = opened.customer.tickets['0']?.[0] ?? '';
    await opened.customer.send({ ...first, ticket });
    return refusalOf(await opened.customer.send({ ...second, ticket })) ?? cheat.finish(opened);
  },
};

export default attack;
