import type { ProtocolAttack } from '../attack.ts';

const attack: ProtocolAttack = {
  kind: 'place',
  imitates: 'One device in Berlin and, seconds later, for another request, in New York.',
  aims: ['place'],
  async run(cheat) {
    const sent = async (seed: number, location: string) => {
      const { report, ...capture } = await cheat.capture(seed);
      return cheat.submit([{ ...capture, location, report: { ...report, device: 'one-and-the-same' } }]);
    };
    await sent(84, '52.52,13.405,12');
    return sent(85, '40.7128,-74.006,12');
  },
};

export default attack;
