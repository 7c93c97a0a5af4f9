import type { BrowserAttack } from '../attack.ts';
import { filmOf } from '../scenes/film.ts';

const attack: BrowserAttack = {
  kind: 'stream',
  imitates: 'A virtual camera with the name of a real one that plays a long film.',
  aims: ['stream', 'camera'],
  missedBecause:
    'The page sees moving pictures from something that calls itself a camera. Only hardware that signs what its sensor saw could tell.',
  runInBrowser: (stage) => stage.visit({ film: filmOf(216) }),
};

export default attack;
