import type { BrowserAttack } from '../attack.ts';
import { filmOf } from '../scenes/film.ts';

const attack: BrowserAttack = {
  kind: 'camera',
  imitates: 'The customer turns to the front camera.',
  aims: ['camera'],
  runInBrowser: (stage) =>
    stage.visit({
      film: filmOf(220),
      meddling: { camera: { label: 'camera2 1, facing front', facing: 'user' } },
    }),
};

export default attack;
