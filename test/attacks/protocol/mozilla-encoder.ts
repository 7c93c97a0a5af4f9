import sharp from 'sharp';
import { JFIF, withSegments } from '../../helpers/capture/jpeg-files.ts';
import type { ProtocolAttack } from '../attack.ts';

const attack: ProtocolAttack = {
  kind: 'file',
  imitates: 'A picture squeezed by an optimizer, under the name of another browser.',
  aims: ['file'],
  async run(cheat) {
    const capture = await cheat.capture(10);
    const encoded = await sharp(capture.body)
      .jpeg({ mozjpeg: true, progressive: false, quality: 90 })
      .toBuffer();
    return cheat.submit([{ ...capture, body: withSegments(encoded, JFIF) }]);
  },
};

export default attack;
