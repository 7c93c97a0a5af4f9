import sharp from 'sharp';
import { photoOf } from '../../helpers/capture/scene.ts';
import type { ProtocolAttack } from '../attack.ts';
import { reportedAs } from '../stage/forged-report.ts';

const attack: ProtocolAttack = {
  kind: 'duplicate',
  imitates: 'An earlier photo, brighter and with more contrast.',
  aims: ['duplicate'],
  async run(cheat) {
    const original = await cheat.capture(28);
    await cheat.submit([original]);
    const changed = await photoOf(sharp(original.body).linear(1.15, 12));
    return cheat.submit([await reportedAs(original, changed)]);
  },
};

export default attack;
