import type { ProtocolAttack } from '../attack.ts';

const attack: ProtocolAttack = {
  kind: 'screen',
  imitates: 'A picture on a computer’s display, photographed from near.',
  aims: ['screen'],
  run: async (cheat) =>
    cheat.submit([
      await cheat.capture(91, {
        scene: { kind: 'street', seed: 950_031 },
        display: 900,
        light: 2.2,
        blur: 0,
        noise: 2,
      }),
    ]),
};

export default attack;
