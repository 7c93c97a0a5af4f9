import type { ProtocolAttack } from '../attack.ts';

const attack: ProtocolAttack = {
  kind: 'place',
  imitates: 'One device in Berlin and, seconds later, for another request, in New York.',
  aims: ['place'],
  missedBecause:
    'The two customers share nothing that a page may know of a device: another address, no cookie across requests.',
  async run(cheat) {
    const [first, second] = [await cheat.capture(84), await cheat.capture(85)];
    await cheat.submit([{ ...first, location: '52.52,13.405,12' }]);
    return cheat.submit([{ ...second, location: '40.7128,-74.006,12' }]);
  },
};

export default attack;
