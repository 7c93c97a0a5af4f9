import type { BrowserAttack } from '../attack.ts';
import { filmOf } from '../scenes/film.ts';
import { stillPicture } from '../stage/page-scripts.ts';

const SWAP = `{
  ${stillPicture(9)}
  const canvas = stillPicture(640, 480);
  document.querySelector('video').srcObject = canvas.captureStream(25);
  setInterval(() => canvas.getContext('2d').drawImage(canvas, Math.random(), 0), 40);
  new Promise((done) => setTimeout(done, 500));
}`;

const attack: BrowserAttack = {
  kind: 'page',
  imitates: 'An extension gives the page’s video element another film, without touching a function.',
  aims: ['stream'],
  runInBrowser: (stage) =>
    stage.visit({
      film: filmOf(212),
      beforeShutter: (page) => page.evaluate(SWAP),
    }),
};

export default attack;
