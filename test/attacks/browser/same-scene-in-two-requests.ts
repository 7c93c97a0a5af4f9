import type { BrowserAttack } from '../attack.ts';
import { filmOf } from '../scenes/film.ts';

const attack: BrowserAttack = {
  kind: 'duplicate',
  imitates: 'The frame of an earlier request, played to the camera again.',
  aims: ['duplicate'],
  runInBrowser: async (stage) => {
    const film = filmOf(250, { hand: 'tripod', noise: 2 });
    await stage.visit({ film });
    return stage.visit({ film: { ...film, seed: 251 } });
  },
};

export default attack;
