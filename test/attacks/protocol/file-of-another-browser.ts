import type { ProtocolAttack } from '../attack.ts';
import { CHROME_ON_ANDROID } from '../stage/customer.ts';

const attack: ProtocolAttack = {
  kind: 'file',
  imitates: 'A file as Safari writes it, from a browser that calls itself Chrome.',
  aims: ['file'],
  async run(cheat) {
    const { body, report } = await cheat.capture(11, { phone: 'iphone' });
    return cheat.submit([{ body, report, userAgent: CHROME_ON_ANDROID }]);
  },
};

export default attack;
