import type { BrowserAttack } from '../attack.ts';
import { filmOf } from '../scenes/film.ts';
import { stillPicture } from '../stage/page-scripts.ts';

const SCRIPT = `${stillPicture(2)}
  MediaDevices.prototype.getUserMedia = async () => {
    const canvas = stillPicture(1280, 720);
    setInterval(() => canvas.getContext('2d').drawImage(canvas, 0, 0), 40);
    return canvas.captureStream(25);
  };`;

const attack: BrowserAttack = {
  kind: 'page',
  imitates: 'A still picture on a canvas poses as the camera.',
  aims: ['page', 'stream'],
  runInBrowser: (stage) => stage.visit({ film: filmOf(203), init: SCRIPT }),
};

export default attack;
