import type { ProtocolAttack } from '../attack.ts';
import { beforeEnd } from '../stage/jpeg-surgery.ts';

const attack: ProtocolAttack = {
  kind: 'hidden',
  imitates: 'A mark of twelve bytes between the picture and its end marker.',
  aims: ['file'],
  async run(cheat) {
    const capture = await cheat.capture(15);
    return cheat.submit([{ ...capture, body: beforeEnd(capture.body, Buffer.from('sold to Jane')) }]);
  },
};

export default attack;
