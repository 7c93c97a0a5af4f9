import sharp from 'sharp';
import { photoOf } from '../../helpers/capture/scene.ts';
import type { ProtocolAttack } from '../attack.ts';
import { reportedAs } from '../stage/forged-report.ts';

const attack: ProtocolAttack = {
  kind: 'duplicate',
  imitates: 'An earlier photo, turned by two degrees and cropped.',
  aims: ['duplicate'],
  async run(cheat) {
    const original = await cheat.capture(29);
    await cheat.submit([original]);
    const changed = await photoOf(
      sharp(await sharp(original.body).rotate(2).toBuffer()).extract({
        left: 40,
        top: 40,
        width: 900,
        height: 680,
      }),
    );
    return cheat.submit([await reportedAs(original, changed)]);
  },
};

export default attack;
