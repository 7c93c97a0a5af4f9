import sharp from 'sharp';
import type { ProtocolAttack } from '../attack.ts';

const attack: ProtocolAttack = {
  kind: 'file',
  imitates: 'A screenshot, sent as it is.',
  aims: [],
  async run(cheat) {
    const capture = await cheat.capture(3);
    return cheat.submit([{ ...capture, body: await sharp(capture.body).png().toBuffer() }]);
  },
};

export default attack;
