import type { ProtocolAttack } from '../attack.ts';

const attack: ProtocolAttack = {
  kind: 'time',
  imitates: 'A picture worked on for an hour and dated to now, from a page that was kept open.',
  aims: ['clock'],
  missedBecause:
    'Honest people leave pages open, too. What happened on a device in the meantime no server can know.',
  async run(cheat) {
    const capture = await cheat.capture(78);
    const opened = await cheat.open();
    cheat.server.pass(3_600_000);
    await opened.customer.send(capture);
    return cheat.finish(opened);
  },
};

export default attack;
