import type { ProtocolAttack } from '../attack.ts';

const attack: ProtocolAttack = {
  kind: 'place',
  imitates: 'An app that pretends to be at the expected location.',
  aims: ['place'],
  missedBecause:
    'A browser passes on what the system says. Only an app can ask the system whether the location is a pretended one.',
  async run(cheat) {
    const capture = await cheat.capture(86);
    const request = { expected_location: { lat: 48.1372, lng: 11.5755, radius_m: 200 } };
    return cheat.submit([{ ...capture, location: '48.13731,11.57542,9' }], { request });
  },
};

export default attack;
