import type { ProtocolAttack } from '../attack.ts';

const attack: ProtocolAttack = {
  kind: 'stream',
  imitates:
    'A gallery picture moved, lit and given noise like a camera would, encoded by a canvas, with a report that fits.',
  aims: ['stream'],
  missedBecause:
    'Everything that is sent is what an honest phone could have sent. Only hardware that signs what its sensor saw could tell.',
  async run(cheat) {
    const gallery = await cheat.capture(53, { scene: { kind: 'street', seed: 950_053 } });
    return cheat.submit([await cheat.capture(54, { picture: gallery.body })]);
  },
};

export default attack;
