import type { ProtocolAttack } from '../attack.ts';

const attack: ProtocolAttack = {
  kind: 'page',
  imitates: 'A report that does not follow the form.',
  aims: ['page'],
  async run(cheat) {
    const capture = await cheat.capture(70);
    return cheat.submit([{ ...capture, report: '{"frames":[{}]}' }]);
  },
};

export default attack;
