import type { BrowserAttack } from '../attack.ts';
import { filmOf } from '../scenes/film.ts';
import { stillPicture } from '../stage/page-scripts.ts';

const SCRIPT = `${stillPicture(5)}
  MediaDevices.prototype.getUserMedia = async () => {
    const picture = stillPicture(1400, 800);
    const canvas = Object.assign(document.createElement('canvas'), { width: 1280, height: 720 });
    const context = canvas.getContext('2d');
    setInterval(() => {
      context.drawImage(picture, -20 - 8 * Math.random(), -20 - 8 * Math.random());
      context.fillStyle = 'rgb(128 128 128 / ' + 0.02 * Math.random() + ')';
      context.fillRect(0, 0, 1280, 720);
    }, 40);
    return canvas.captureStream(25);
  };`;

const attack: BrowserAttack = {
  kind: 'page',
  imitates: 'A picture that trembles and has noise poses as the camera.',
  aims: ['page'],
  runInBrowser: (stage) => stage.visit({ film: filmOf(204), init: SCRIPT }),
};

export default attack;
