import type { ProtocolAttack } from '../attack.ts';

const attack: ProtocolAttack = {
  kind: 'stream',
  imitates: 'A picture from elsewhere, with the frames that the camera really showed.',
  aims: ['stream'],
  async run(cheat) {
    const seen = await cheat.capture(43);
    const other = await cheat.capture(44, { scene: { kind: 'street', seed: 950_043 } });
    return cheat.submit([{ ...seen, body: other.body }]);
  },
};

export default attack;
