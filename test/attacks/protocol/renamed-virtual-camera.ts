import type { ProtocolAttack } from '../attack.ts';

const attack: ProtocolAttack = {
  kind: 'camera',
  imitates: 'A virtual camera that plays a film and has the name of a real one.',
  aims: ['camera'],
  missedBecause:
    'A browser knows a camera by the name that the driver gives. Whoever writes the driver chooses the name.',
  async run(cheat) {
    const capture = await cheat.capture(66, { scene: { kind: 'street', seed: 954_711 } });
    const { report } = capture;
    return cheat.submit([{ ...capture, report }]);
  },
};

export default attack;
