import type { ProtocolAttack } from '../attack.ts';

const attack: ProtocolAttack = {
  kind: 'place',
  imitates: 'The photo of another place than the one that was asked for.',
  aims: ['place'],
  async run(cheat) {
    const capture = await cheat.capture(83);
    const request = { expected_location: { lat: 48.1372, lng: 11.5755, radius_m: 200 } };
    return cheat.submit([{ ...capture, location: '48.20,11.61,15' }], { request });
  },
};

export default attack;
