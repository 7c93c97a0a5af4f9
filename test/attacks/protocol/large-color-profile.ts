import { segment, withSegments } from '../../helpers/capture/jpeg-files.ts';
import type { ProtocolAttack } from '../attack.ts';
import { withoutSegment } from '../stage/jpeg-surgery.ts';

const attack: ProtocolAttack = {
  kind: 'hidden',
  imitates: 'A color profile of 30 KB, most of it something else.',
  aims: [],
  async run(cheat) {
    const capture = await cheat.capture(18);
    const profile = Buffer.concat([
      Buffer.from('ICC_PROFILE\0\x01\x01', 'latin1'),
      Buffer.alloc(30_000, 'x'),
    ]);
    const bare = withoutSegment(capture.body, 0xe2);
    return cheat.submit([{ ...capture, body: withSegments(bare, segment(0xe2, profile)) }]);
  },
};

export default attack;
