import type { BrowserAttack } from '../attack.ts';
import { filmOf } from '../scenes/film.ts';
import { stillPicture } from '../stage/page-scripts.ts';

const SCRIPT = `${stillPicture(1)}
  MediaDevices.prototype.getUserMedia = new Proxy(MediaDevices.prototype.getUserMedia, {
    apply: async () => {
      const canvas = stillPicture(1280, 720);
      setInterval(() => canvas.getContext('2d').drawImage(canvas, Math.random(), 0), 40);
      return canvas.captureStream(25);
    },
  });`;

const attack: BrowserAttack = {
  kind: 'page',
  imitates: 'The camera is wrapped in a proxy, whose text looks native.',
  aims: ['page'],
  runInBrowser: (stage) => stage.visit({ film: filmOf(205), init: SCRIPT }),
};

export default attack;
