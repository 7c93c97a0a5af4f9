import type { ProtocolAttack } from '../attack.ts';

const attack: ProtocolAttack = {
  kind: 'screen',
  imitates: 'A picture on another phone, whose display fills the frame.',
  aims: ['screen'],
  run: async (cheat) =>
    cheat.submit([
      await cheat.capture(93, {
        scene: { kind: 'door', seed: 950_033 },
        display: 560,
        light: 2.2,
        blur: 0,
        noise: 2,
        aim: { x: 0, y: 0, turn: 0.06, zoom: 1 },
      }),
    ]),
};

export default attack;
