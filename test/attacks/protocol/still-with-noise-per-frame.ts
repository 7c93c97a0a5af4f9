import type { ProtocolAttack } from '../attack.ts';
import { reportedAs } from '../stage/forged-report.ts';

const attack: ProtocolAttack = {
  kind: 'stream',
  imitates: 'A gallery picture, with frames that are the picture with other noise each.',
  aims: ['motion'],
  async run(cheat) {
    const gallery = await cheat.capture(52, { scene: { kind: 'street', seed: 950_052 } });
    return cheat.submit([await reportedAs(gallery, gallery.body, { shake: 0, noise: 4 })]);
  },
};

export default attack;
