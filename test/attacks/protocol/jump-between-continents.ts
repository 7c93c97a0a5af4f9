import type { ProtocolAttack } from '../attack.ts';

const attack: ProtocolAttack = {
  kind: 'place',
  imitates: 'Berlin and New York within seconds.',
  aims: ['place'],
  async run(cheat) {
    const [first, second] = [await cheat.capture(81), await cheat.capture(82)];
    return cheat.submit([
      { ...first, location: '52.52,13.405,12' },
      { ...second, location: '40.7128,-74.006,12' },
    ]);
  },
};

export default attack;
