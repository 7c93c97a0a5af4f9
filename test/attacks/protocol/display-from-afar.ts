import type { ProtocolAttack } from '../attack.ts';

const attack: ProtocolAttack = {
  kind: 'screen',
  imitates: 'A picture on a display, photographed so that its pixels are nearly as fine as the sensor’s.',
  aims: ['screen'],
  run: async (cheat) =>
    cheat.submit([
      await cheat.capture(92, {
        scene: { kind: 'car', seed: 950_032 },
        display: 1_500,
        light: 2.2,
        blur: 0,
        noise: 2,
      }),
    ]),
};

export default attack;
