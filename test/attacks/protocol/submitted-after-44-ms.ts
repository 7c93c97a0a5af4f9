import type { ProtocolAttack } from '../attack.ts';

const attack: ProtocolAttack = {
  kind: 'page',
  imitates: 'A script that opens, sends and submits within the blink of an eye.',
  aims: ['page'],
  async run(cheat) {
    const capture = await cheat.capture(72);
    const opened = await cheat.open();
    await opened.customer.send(capture);
    return cheat.finish(opened);
  },
};

export default attack;
