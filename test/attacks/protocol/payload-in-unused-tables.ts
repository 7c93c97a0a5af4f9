import { segment } from '../../helpers/capture/jpeg-files.ts';
import type { ProtocolAttack } from '../attack.ts';
import { beforeFrame } from '../stage/jpeg-surgery.ts';

const attack: ProtocolAttack = {
  kind: 'hidden',
  imitates: 'Other data in tables of the file that nothing refers to.',
  aims: ['file'],
  async run(cheat) {
    const capture = await cheat.capture(20);
    const table = (number: number) => Buffer.concat([Buffer.from([number]), Buffer.alloc(64, 'secret ')]);
    const body = beforeFrame(capture.body, segment(0xdb, table(2), table(3)));
    return cheat.submit([{ ...capture, body }]);
  },
};

export default attack;
