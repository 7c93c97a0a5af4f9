import sharp from 'sharp';
import { photoOf, seededNumbers } from '../../helpers/capture/scene.ts';
import type { ProtocolAttack } from '../attack.ts';
import { reportedAs } from '../stage/forged-report.ts';

const attack: ProtocolAttack = {
  kind: 'content',
  imitates: 'Random noise that looks like detail to a measuring program.',
  aims: ['content'],
  async run(cheat) {
    const capture = await cheat.capture(90);
    const random = seededNumbers(90);
    const data = Buffer.from(Array.from({ length: 960 * 720 * 3 }, () => Math.floor(256 * random())));
    const noise = await photoOf(sharp(data, { raw: { width: 960, height: 720, channels: 3 } }));
    return cheat.submit([await reportedAs(capture, noise)]);
  },
};

export default attack;
