import sharp from 'sharp';
import { photoOf } from '../../helpers/capture/scene.ts';
import type { ProtocolAttack } from '../attack.ts';
import { reportedAs } from '../stage/forged-report.ts';

const attack: ProtocolAttack = {
  kind: 'duplicate',
  imitates: 'An earlier photo, mirrored, cropped by 4 %, in other colors and compressed.',
  aims: ['duplicate'],
  async run(cheat) {
    const original = await cheat.capture(30);
    await cheat.submit([original]);
    const changed = await photoOf(
      sharp(original.body)
        .flop()
        .extract({ left: 20, top: 14, width: 920, height: 690 })
        .modulate({ hue: 20, brightness: 1.1 }),
      70,
    );
    return cheat.submit([await reportedAs(original, changed)]);
  },
};

export default attack;
