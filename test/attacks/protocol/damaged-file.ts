import { withoutLastBytes } from '../../helpers/capture/jpeg-files.ts';
import type { ProtocolAttack } from '../attack.ts';

const attack: ProtocolAttack = {
  kind: 'file',
  imitates: 'A picture whose end is missing.',
  aims: [],
  async run(cheat) {
    const capture = await cheat.capture(21);
    return cheat.submit([{ ...capture, body: withoutLastBytes(capture.body, 2_000) }]);
  },
};

export default attack;
