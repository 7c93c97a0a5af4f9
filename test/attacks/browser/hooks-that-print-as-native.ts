import type { BrowserAttack } from '../attack.ts';
import { filmOf } from '../scenes/film.ts';
import { stillPicture } from '../stage/page-scripts.ts';

const SCRIPT = `${stillPicture(4)}
  const { toBlob } = HTMLCanvasElement.prototype;
  const { toString } = Function.prototype;
  const hooks = new Map();
  const hook = (holder, name, work) => {
    hooks.set(work, toString.call(holder[name]));
    holder[name] = work;
  };
  hook(HTMLCanvasElement.prototype, 'toBlob', function (callback, type, quality) {
    toBlob.call(stillPicture(this.width, this.height), callback, type, quality);
  });
  hook(Function.prototype, 'toString', function () {
    return hooks.get(this) ?? toString.call(this);
  });`;

const attack: BrowserAttack = {
  kind: 'page',
  imitates: 'Replaced functions, and a toString that says that nothing was replaced.',
  aims: ['page'],
  runInBrowser: (stage) => stage.visit({ film: filmOf(206), init: SCRIPT }),
};

export default attack;
