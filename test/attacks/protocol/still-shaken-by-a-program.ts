import type { ProtocolAttack } from '../attack.ts';
import { reportedAs } from '../stage/forged-report.ts';

const attack: ProtocolAttack = {
  kind: 'stream',
  imitates: 'A gallery picture, with frames that are the picture shifted about.',
  aims: ['stream'],
  async run(cheat) {
    const gallery = await cheat.capture(51, { scene: { kind: 'street', seed: 950_051 } });
    return cheat.submit([await reportedAs(gallery, gallery.body, { noise: 0 })]);
  },
};

export default attack;
