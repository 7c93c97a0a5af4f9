import { segment, withSegments } from '../../helpers/capture/jpeg-files.ts';
import type { ProtocolAttack } from '../attack.ts';

const attack: ProtocolAttack = {
  kind: 'file',
  imitates: 'A generated picture that still names its generator.',
  aims: [],
  async run(cheat) {
    const capture = await cheat.capture(5);
    return cheat.submit([
      {
        ...capture,
        body: withSegments(
          capture.body,
          segment(
            0xe1,
            Buffer.from(
              'http://ns.adobe.com/xap/1.0/\0<x:xmpmeta><rdf:li>trainedAlgorithmicMedia</rdf:li></x:xmpmeta>',
            ),
          ),
        ),
      },
    ]);
  },
};

export default attack;
