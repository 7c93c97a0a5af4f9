import type { ProtocolAttack } from '../attack.ts';

const attack: ProtocolAttack = {
  kind: 'stream',
  imitates: 'The report of an earlier request with a new picture of the same thing.',
  aims: ['stream', 'duplicate'],
  async run(cheat) {
    const earlier = await cheat.capture(47, { scene: { kind: 'street', seed: 950_047 } });
    await cheat.submit([earlier]);
    const aim = { x: 0.05, y: -0.04, turn: 0.03, zoom: 1.12 };
    const later = await cheat.capture(48, { scene: { kind: 'street', seed: 950_047 }, aim });
    return cheat.submit([{ ...later, report: earlier.report }]);
  },
};

export default attack;
