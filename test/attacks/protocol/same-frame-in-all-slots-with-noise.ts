import { photoOf } from '../../helpers/capture/scene.ts';
import type { ProtocolAttack } from '../attack.ts';
import { forEachOf, reportedAs, withNoise } from '../stage/forged-report.ts';

const attack: ProtocolAttack = {
  kind: 'duplicate',
  imitates: 'One photo for everything, each time with other noise and another report.',
  aims: ['duplicate'],
  async run(cheat) {
    const original = await cheat.capture(34);
    const copies = await Promise.all(
      [4, 5].map(async (noise) => photoOf(await withNoise(original.body, noise))),
    );
    return cheat.submit([original, ...(await forEachOf(copies, (copy) => reportedAs(original, copy)))]);
  },
};

export default attack;
