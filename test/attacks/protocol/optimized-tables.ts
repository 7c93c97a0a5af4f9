import sharp from 'sharp';
import { JFIF, withSegments } from '../../helpers/capture/jpeg-files.ts';
import type { ProtocolAttack } from '../attack.ts';

const attack: ProtocolAttack = {
  kind: 'file',
  imitates: 'A picture squeezed by an optimizer with tables of its own.',
  aims: ['file'],
  async run(cheat) {
    const capture = await cheat.capture(10);
    const encoded = await sharp(capture.body)
      .jpeg({ quality: 90, quantisationTable: 3, trellisQuantisation: true })
      .toBuffer();
    return cheat.submit([{ ...capture, body: withSegments(encoded, JFIF) }]);
  },
};

export default attack;
