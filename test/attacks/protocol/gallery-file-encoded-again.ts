import sharp from 'sharp';
import { JFIF, withSegments } from '../../helpers/capture/jpeg-files.ts';
import type { ProtocolAttack } from '../attack.ts';

const attack: ProtocolAttack = {
  kind: 'file',
  imitates: 'A picture from the gallery, saved again by a tool that leaves no metadata.',
  aims: ['file'],
  async run(cheat) {
    const capture = await cheat.capture(9);
    const encoded = await sharp(capture.body).jpeg({ quality: 85, chromaSubsampling: '4:4:4' }).toBuffer();
    return cheat.submit([{ ...capture, body: withSegments(encoded, JFIF) }]);
  },
};

export default attack;
