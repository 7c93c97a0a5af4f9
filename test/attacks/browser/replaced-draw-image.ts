import type { BrowserAttack } from '../attack.ts';
import { filmOf } from '../scenes/film.ts';
import { stillPicture } from '../stage/page-scripts.ts';

const SCRIPT = `${stillPicture(6)}
  const { drawImage } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.drawImage = function (source, ...rest) {
    const isCamera = source instanceof HTMLVideoElement;
    return drawImage.call(this, isCamera ? stillPicture(source.videoWidth, source.videoHeight) : source, ...rest);
  };`;

const attack: BrowserAttack = {
  kind: 'page',
  imitates: 'The function that copies the camera’s picture copies another one.',
  aims: ['page'],
  runInBrowser: (stage) => stage.visit({ film: filmOf(202), init: SCRIPT }),
};

export default attack;
