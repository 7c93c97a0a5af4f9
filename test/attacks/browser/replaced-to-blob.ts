import type { BrowserAttack } from '../attack.ts';
import { filmOf } from '../scenes/film.ts';
import { stillPicture } from '../stage/page-scripts.ts';

const SCRIPT = `${stillPicture(7)}
  const { toBlob } = HTMLCanvasElement.prototype;
  HTMLCanvasElement.prototype.toBlob = function (callback, type, quality) {
    toBlob.call(stillPicture(this.width, this.height), callback, type, quality);
  };`;

const attack: BrowserAttack = {
  kind: 'page',
  imitates: 'The function that encodes the photo gives another picture.',
  aims: ['page', 'stream'],
  runInBrowser: (stage) => stage.visit({ film: filmOf(201), init: SCRIPT }),
};

export default attack;
