import sharp from 'sharp';
import { JFIF, withSegments } from '../../helpers/capture/jpeg-files.ts';
import type { ProtocolAttack } from '../attack.ts';

const attack: ProtocolAttack = {
  kind: 'file',
  imitates: 'A picture saved for the web, which loads in steps.',
  aims: [],
  async run(cheat) {
    const capture = await cheat.capture(2);
    const body = withSegments(
      await sharp(capture.body).jpeg({ quality: 90, progressive: true }).toBuffer(),
      JFIF,
    );
    return cheat.submit([{ ...capture, body }]);
  },
};

export default attack;
