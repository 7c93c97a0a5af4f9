import type { ProtocolAttack } from '../attack.ts';

const attack: ProtocolAttack = {
  kind: 'screen',
  imitates: 'A photo of a printed photo.',
  aims: ['screen'],
  missedBecause:
    'It is a live photo of a thing, and the thing is a print. A native app with a depth sensor could tell that it is flat.',
  async run(cheat) {
    const print = await cheat.capture(96, { scene: { kind: 'street', seed: 950_036 }, noise: 0.8 });
    return cheat.submit([await cheat.capture(97, { picture: print.body, blur: 1.5, noise: 3, light: 0.9 })]);
  },
};

export default attack;
