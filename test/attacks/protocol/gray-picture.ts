import sharp from 'sharp';
import { JFIF, withSegments } from '../../helpers/capture/jpeg-files.ts';
import type { ProtocolAttack } from '../attack.ts';

const attack: ProtocolAttack = {
  kind: 'file',
  imitates: 'A scanned page in gray, saved as a photo.',
  aims: ['file'],
  async run(cheat) {
    const capture = await cheat.capture(12, { scene: { kind: 'document', seed: 950_077 } });
    const encoded = await sharp(capture.body)
      .grayscale()
      .toColorspace('b-w')
      .jpeg({ quality: 90 })
      .toBuffer();
    return cheat.submit([{ ...capture, body: withSegments(encoded, JFIF) }]);
  },
};

export default attack;
