import type { ProtocolAttack } from '../attack.ts';

const attack: ProtocolAttack = {
  kind: 'stream',
  imitates: 'A recorded report of an earlier request, sent again with another picture.',
  aims: ['stream'],
  async run(cheat) {
    const earlier = await cheat.capture(45, { scene: { kind: 'door', seed: 950_045 } });
    await cheat.submit([earlier]);
    const other = await cheat.capture(46, { scene: { kind: 'ground', seed: 950_045 } });
    return cheat.submit([{ ...earlier, body: other.body }]);
  },
};

export default attack;
