import { withSegments } from '../../helpers/capture/jpeg-files.ts';
import type { ProtocolAttack } from '../attack.ts';

const attack: ProtocolAttack = {
  kind: 'hidden',
  imitates: 'A long run of padding bytes in front of a segment.',
  aims: [],
  async run(cheat) {
    const capture = await cheat.capture(16);
    return cheat.submit([{ ...capture, body: withSegments(capture.body, Buffer.alloc(4_000, 0xff)) }]);
  },
};

export default attack;
