import { segment, withSegments } from '../../helpers/capture/jpeg-files.ts';
import type { ProtocolAttack } from '../attack.ts';

const attack: ProtocolAttack = {
  kind: 'file',
  imitates: 'A picture with content credentials of someone else.',
  aims: [],
  async run(cheat) {
    const capture = await cheat.capture(6);
    return cheat.submit([
      {
        ...capture,
        body: withSegments(
          capture.body,
          segment(0xeb, Buffer.from('JP\0\x01\0\0\0\x01\0\0\0\x24jumb\0\0\0\x1cjumdc2pa', 'latin1')),
        ),
      },
    ]);
  },
};

export default attack;
