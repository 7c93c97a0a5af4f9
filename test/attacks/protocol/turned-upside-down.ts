import sharp from 'sharp';
import { photoOf } from '../../helpers/capture/scene.ts';
import type { ProtocolAttack } from '../attack.ts';
import { reportedAs } from '../stage/forged-report.ts';

const attack: ProtocolAttack = {
  kind: 'duplicate',
  imitates: 'An earlier photo, turned upside down.',
  aims: ['duplicate'],
  async run(cheat) {
    const original = await cheat.capture(38);
    await cheat.submit([original]);
    const changed = await photoOf(sharp(original.body).rotate(180));
    return cheat.submit([await reportedAs(original, changed)]);
  },
};

export default attack;
