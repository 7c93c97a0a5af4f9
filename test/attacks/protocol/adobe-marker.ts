import { segment, withSegments } from '../../helpers/capture/jpeg-files.ts';
import type { ProtocolAttack } from '../attack.ts';

const attack: ProtocolAttack = {
  kind: 'file',
  imitates: 'A picture that went through a print or layout program.',
  aims: [],
  async run(cheat) {
    const capture = await cheat.capture(8);
    return cheat.submit([
      {
        ...capture,
        body: withSegments(capture.body, segment(0xee, Buffer.from('Adobe\0d\0\0\0\0\x01', 'latin1'))),
      },
    ]);
  },
};

export default attack;
