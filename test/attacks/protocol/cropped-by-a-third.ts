import sharp from 'sharp';
import { photoOf } from '../../helpers/capture/scene.ts';
import type { ProtocolAttack } from '../attack.ts';
import { reportedAs } from '../stage/forged-report.ts';

const attack: ProtocolAttack = {
  kind: 'duplicate',
  imitates: 'A detail of an earlier photo: a third of it is cut off.',
  aims: ['duplicate'],
  missedBecause:
    'It is another picture by all that hashes can compare. Finding details would mean keeping features of every photo.',
  async run(cheat) {
    const original = await cheat.capture(32);
    await cheat.submit([original]);
    const changed = await photoOf(
      sharp(original.body).extract({ left: 150, top: 120, width: 640, height: 480 }),
    );
    return cheat.submit([await reportedAs(original, changed)]);
  },
};

export default attack;
