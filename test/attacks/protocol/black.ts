import sharp from 'sharp';
import { photoOf } from '../../helpers/capture/scene.ts';
import type { ProtocolAttack } from '../attack.ts';
import { reportedAs } from '../stage/forged-report.ts';

const attack: ProtocolAttack = {
  kind: 'content',
  imitates: 'A covered lens.',
  aims: ['content'],
  async run(cheat) {
    const capture = await cheat.capture(87);
    const plain = sharp({ create: { width: 960, height: 720, channels: 3, background: '#000' } });
    return cheat.submit([await reportedAs(capture, await photoOf(plain))]);
  },
};

export default attack;
