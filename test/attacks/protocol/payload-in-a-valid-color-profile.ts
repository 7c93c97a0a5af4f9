import type { ProtocolAttack } from '../attack.ts';
import { profileWith, withProfile } from '../stage/jpeg-surgery.ts';

const attack: ProtocolAttack = {
  kind: 'hidden',
  imitates: 'Three kilobytes of other data in a color profile that is well-formed.',
  aims: ['file'],
  async run(cheat) {
    const capture = await cheat.capture(19);
    const body = withProfile(capture.body, profileWith(Buffer.alloc(3_000, 'secret ')));
    return cheat.submit([{ ...capture, body }]);
  },
};

export default attack;
