import type { BrowserAttack } from '../attack.ts';
import { filmOf } from '../scenes/film.ts';
import { shotOf } from '../scenes/lens.ts';

const attack: BrowserAttack = {
  kind: 'stream',
  imitates: 'A proxy on the way puts another photo behind the page’s own report.',
  aims: ['stream'],
  runInBrowser: async (stage) => {
    const other = await stage.lens.take(shotOf(991));
    return stage.visit({ film: filmOf(213), meddling: { photo: () => other.photo } });
  },
};

export default attack;
