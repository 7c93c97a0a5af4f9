import type { ProtocolAttack } from '../attack.ts';
import { beforeEnd } from '../stage/jpeg-surgery.ts';

const attack: ProtocolAttack = {
  kind: 'hidden',
  imitates: 'A second file between the picture and its end marker, where no decoder looks.',
  aims: [],
  async run(cheat) {
    const capture = await cheat.capture(14);
    return cheat.submit([{ ...capture, body: beforeEnd(capture.body, Buffer.alloc(5_000, 'PK')) }]);
  },
};

export default attack;
