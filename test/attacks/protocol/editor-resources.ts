import { segment, withSegments } from '../../helpers/capture/jpeg-files.ts';
import type { ProtocolAttack } from '../attack.ts';

const attack: ProtocolAttack = {
  kind: 'file',
  imitates: 'A picture that an editor saved with its own resources.',
  aims: [],
  async run(cheat) {
    const capture = await cheat.capture(4);
    return cheat.submit([
      {
        ...capture,
        body: withSegments(
          capture.body,
          segment(0xed, Buffer.from('Photoshop 3.0\0' + '8BIM\x04\x0c\0\0\0\0\0\x04edit', 'latin1')),
        ),
      },
    ]);
  },
};

export default attack;
