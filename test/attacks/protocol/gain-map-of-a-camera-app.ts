import { segment, withSegments } from '../../helpers/capture/jpeg-files.ts';
import type { ProtocolAttack } from '../attack.ts';

const attack: ProtocolAttack = {
  kind: 'file',
  imitates: 'A photo with the second picture that camera apps add for bright displays.',
  aims: [],
  async run(cheat) {
    const capture = await cheat.capture(7);
    return cheat.submit([
      {
        ...capture,
        body: withSegments(capture.body, segment(0xe2, Buffer.from('MPF\0MM\0*\0\0\0\b\0\0', 'latin1'))),
      },
    ]);
  },
};

export default attack;
