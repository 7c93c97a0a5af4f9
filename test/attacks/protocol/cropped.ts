import sharp from 'sharp';
import { photoOf } from '../../helpers/capture/scene.ts';
import type { ProtocolAttack } from '../attack.ts';
import { reportedAs } from '../stage/forged-report.ts';

const attack: ProtocolAttack = {
  kind: 'duplicate',
  imitates: 'An earlier photo, cropped by 5 %.',
  aims: ['duplicate'],
  async run(cheat) {
    const original = await cheat.capture(25);
    await cheat.submit([original]);
    const changed = await photoOf(
      sharp(original.body).extract({ left: 24, top: 18, width: 912, height: 684 }),
    );
    return cheat.submit([await reportedAs(original, changed)]);
  },
};

export default attack;
