import type { BrowserAttack } from '../attack.ts';
import { filmOf } from '../scenes/film.ts';
import { stillPicture } from '../stage/page-scripts.ts';

const SCRIPT = `${stillPicture(3)}
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
  const print = function () {
    return hooks.get(this) ?? toString.call(this);
  };
  hook(Function.prototype, 'toString', print);
  Object.defineProperty(HTMLIFrameElement.prototype, 'contentWindow', { get: () => window });`;

const attack: BrowserAttack = {
  kind: 'page',
  imitates: 'Replaced functions that also reach into the fresh frame by which the page looks for them.',
  aims: ['page', 'stream'],
  runInBrowser: (stage) => stage.visit({ film: filmOf(207), init: SCRIPT }),
};

export default attack;
