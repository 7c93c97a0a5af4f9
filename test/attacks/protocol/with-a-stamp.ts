import sharp from 'sharp';
import { photoOf } from '../../helpers/capture/scene.ts';
import type { ProtocolAttack } from '../attack.ts';
import { reportedAs } from '../stage/forged-report.ts';

const attack: ProtocolAttack = {
  kind: 'duplicate',
  imitates: 'An earlier photo with a date stamped into it.',
  aims: ['duplicate'],
  async run(cheat) {
    const original = await cheat.capture(31);
    await cheat.submit([original]);
    const changed = await photoOf(
      sharp(original.body).composite([
        {
          input: { create: { width: 220, height: 50, channels: 3, background: '#e8b020' } },
          left: 700,
          top: 640,
        },
      ]),
    );
    return cheat.submit([await reportedAs(original, changed)]);
  },
};

export default attack;
