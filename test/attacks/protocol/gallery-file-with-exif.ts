import sharp from 'sharp';
import type { ProtocolAttack } from '../attack.ts';

const attack: ProtocolAttack = {
  kind: 'file',
  imitates: 'A photo from the gallery, as the camera app saved it.',
  aims: [],
  async run(cheat) {
    const capture = await cheat.capture(1);
    const body = await sharp(capture.body)
      .withExif({ IFD0: { Make: 'samsung', Model: 'SM-S921B', DateTime: '2025:08:03 11:20:00' } })
      .jpeg({ quality: 95 })
      .toBuffer();
    return cheat.submit([{ ...capture, body }]);
  },
};

export default attack;
