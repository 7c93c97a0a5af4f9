import type { BrowserAttack } from '../attack.ts';
import { filmOf } from '../scenes/film.ts';
import { STILL_PICTURE } from '../stage/page-scripts.ts';

const SCRIPT = `${STILL_PICTURE}
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
