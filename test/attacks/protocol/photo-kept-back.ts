import type { ProtocolAttack } from '../attack.ts';

const attack: ProtocolAttack = {
  kind: 'time',
  imitates: 'A picture worked on for an hour, dated to when the page was opened.',
  aims: ['clock'],
  async run(cheat) {
    const capture = await cheat.capture(77);
    const opened = await cheat.open();
    cheat.server.pass(5_000);
    const capturedAt = cheat.server.now();
    cheat.server.pass(3_600_000);
    await opened.customer.send({ ...capture, capturedAt });
    return cheat.finish(opened);
  },
};

export default attack;
