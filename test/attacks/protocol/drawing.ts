import sharp from 'sharp';
import { photoOf } from '../../helpers/capture/scene.ts';
import type { ProtocolAttack } from '../attack.ts';
import { reportedAs } from '../stage/forged-report.ts';

const DRAWING = `<svg xmlns="http://www.w3.org/2000/svg" width="960" height="720">
  <rect width="960" height="720" fill="#c8d4e0"/><rect x="80" y="300" width="120" height="340" fill="#2463a8"/>
  <rect x="260" y="200" width="120" height="440" fill="#2463a8"/><rect x="440" y="380" width="120" height="260" fill="#d2691e"/>
  <circle cx="760" cy="360" r="140" fill="#7a9a3a"/><rect x="60" y="60" width="500" height="60" fill="#333"/>
</svg>`;

const attack: ProtocolAttack = {
  kind: 'content',
  imitates: 'A drawing with plain areas, such as a form or a chart.',
  aims: ['content'],
  async run(cheat) {
    const capture = await cheat.capture(89);
    const drawing = await photoOf(sharp(Buffer.from(DRAWING)));
    return cheat.submit([await reportedAs(capture, drawing)]);
  },
};

export default attack;
