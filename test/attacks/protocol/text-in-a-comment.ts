import { segment, withSegments } from '../../helpers/capture/jpeg-files.ts';
import type { ProtocolAttack } from '../attack.ts';

const attack: ProtocolAttack = {
  kind: 'hidden',
  imitates: 'A message in a comment of the file.',
  aims: ['file'],
  async run(cheat) {
    const capture = await cheat.capture(17);
    return cheat.submit([
      { ...capture, body: withSegments(capture.body, segment(0xfe, Buffer.from('meet at noon'))) },
    ]);
  },
};

export default attack;
