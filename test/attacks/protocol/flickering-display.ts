import type { ProtocolAttack } from '../attack.ts';

const attack: ProtocolAttack = {
  kind: 'screen',
  imitates: 'A display that flickers: dark bars wander through the frames.',
  aims: ['screen'],
  run: async (cheat) =>
    cheat.submit([
      await cheat.capture(94, {
        scene: { kind: 'street', seed: 950_034 },
        display: 700,
        light: 2.2,
        blur: 0,
        noise: 2,
        bands: { height: 180, depth: 0.25, phase: 0.1, speed: 0.23 },
      }),
    ]),
};

export default attack;
