import type { ProtocolAttack } from '../attack.ts';

const attack: ProtocolAttack = {
  kind: 'hidden',
  imitates: 'A second file behind the picture.',
  aims: [],
  async run(cheat) {
    const capture = await cheat.capture(13);
    return cheat.submit([{ ...capture, body: Buffer.concat([capture.body, Buffer.alloc(5_000, 'PK')]) }]);
  },
};

export default attack;
