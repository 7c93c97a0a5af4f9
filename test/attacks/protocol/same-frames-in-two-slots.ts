import type { ProtocolAttack } from '../attack.ts';

const attack: ProtocolAttack = {
  kind: 'stream',
  imitates: 'One recording behind two photos of a request.',
  aims: ['stream'],
  async run(cheat) {
    const first = await cheat.capture(49, { scene: { kind: 'door', seed: 950_049 } });
    const second = await cheat.capture(50, {
      scene: { kind: 'door', seed: 950_049 },
      aim: { x: 0.12, y: 0.1, turn: 0.1, zoom: 1.35 },
    });
    return cheat.submit([first, { ...second, report: first.report }]);
  },
};

export default attack;
