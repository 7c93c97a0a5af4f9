import type { ProtocolAttack } from '../attack.ts';

const attack: ProtocolAttack = {
  kind: 'screen',
  imitates: 'A picture on a fine display, photographed a little out of focus.',
  aims: ['screen'],
  missedBecause:
    'Out of focus no pixel of the display is left, and a picture of a picture is a picture. A native app could ask for the distance by a depth sensor.',
  run: async (cheat) =>
    cheat.submit([
      await cheat.capture(95, {
        scene: { kind: 'street', seed: 950_035 },
        display: 2_400,
        light: 2.2,
        blur: 3,
        noise: 2.5,
      }),
    ]),
};

export default attack;
