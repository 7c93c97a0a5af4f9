/*
 * Stands in for what a browser without hands cannot be made to do. Each script runs before the page's own, and in the
 * empty page before it, which has no camera.
 */

/** Whatever the page asks for, it gets 1280x720. */
export const SMALLER_CAMERA = `if (navigator.mediaDevices) {
  const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  navigator.mediaDevices.getUserMedia = ({ video, ...rest }) =>
    open({ ...rest, video: { ...video, width: 1280, height: 720 } });
}`;

/** The camera answers with an error, until `getUserMedia` is deleted. */
export function refusingCamera(errorName: string): string {
  return `if (navigator.mediaDevices) {
    navigator.mediaDevices.getUserMedia = () =>
      Promise.reject(new DOMException('As the test wants it', '${errorName}'));
  }`;
}

/** The private mode of WebKit: its database takes no Blobs. */
export const NO_BLOBS_ON_DISK = `{
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = function (value, ...rest) {
    if (Object.values(value).some((one) => one instanceof Blob))
      throw new DOMException('BlobURLs are not yet supported', 'DataCloneError');
    return put.call(this, value, ...rest);
  };
}`;

/** A phone that has no room for the first photo, and some for the next. */
export const NO_ROOM_AT_FIRST = `{
  const { put } = IDBObjectStore.prototype;
  let first;
  IDBObjectStore.prototype.put = function (photo, ...rest) {
    first ??= photo.clientId;
    if (photo.clientId === first) throw new DOMException('As the test wants it', 'QuotaExceededError');
    return put.call(this, photo, ...rest);
  };
}`;

/** A phone whose database opens at first when it has been given up; `window.isOpen` from then on. Not so after a reload. */
export const LATE_DATABASE = `if (location.protocol === 'http:' && window.name === '') {
  window.name = 'was late';
  const { open } = IDBFactory.prototype;
  IDBFactory.prototype.open = function (...args) {
    IDBFactory.prototype.open = open;
    const request = {};
    const pass = (event, real) => {
      request.result = real.result;
      request[event]();
    };
    setTimeout(() => {
      const real = open.apply(this, args);
      real.onupgradeneeded = () => pass('onupgradeneeded', real);
      real.onsuccess = () => {
        window.isOpen = true;
        pass('onsuccess', real);
      };
    }, 4_000);
    return request;
  };
}`;

/** A phone whose database opens after `openDatabase()`, and not before the page has given it up; `window.isOpen` from then on. */
export const HELD_DATABASE = `if (location.protocol === 'http:') {
  const { open } = IDBFactory.prototype;
  const wanted = new Promise((resolve) => {
    window.openDatabase = resolve;
  });
  IDBFactory.prototype.open = function (...args) {
    const request = {};
    const givenUp = new Promise((resolve) => setTimeout(resolve, 4_000));
    void Promise.all([wanted, givenUp]).then(() => {
      IDBFactory.prototype.open = open;
      const real = open.apply(this, args);
      real.onsuccess = () => {
        window.isOpen = true;
        request.result = real.result;
        request.onsuccess();
      };
    });
    return request;
  };
}`;

/** A phone that reads no bytes of its photos before `readBytes()`. */
export const HELD_BYTES = `{
  const { arrayBuffer } = Blob.prototype;
  const wanted = new Promise((resolve) => {
    window.readBytes = resolve;
  });
  Blob.prototype.arrayBuffer = async function () {
    await wanted;
    return arrayBuffer.call(this);
  };
}`;

/** A page that waits as long as a busy machine needs, where it would wait so long. */
export const patience = (limitMs: number) => `{
  const own = setTimeout;
  window.setTimeout = (work, ms, ...rest) => own(work, ms === ${limitMs} ? 60_000 : ms, ...rest);
}`;

/** Safari before 15.4. */
export const NO_DIALOGS = `delete HTMLDialogElement.prototype.showModal;
  delete window.HTMLDialogElement`;

export const NO_DATABASE = `IDBFactory.prototype.open = () => {
  throw new DOMException('The operation is insecure.', 'SecurityError');
}`;

/** What apps do whose browser has no camera. */
export const WITHOUT_CAMERA_API = `Object.defineProperty(Navigator.prototype, 'mediaDevices', { value: undefined })`;

/** `takeCameraAway()` ends the running camera as the system does; it cannot be opened again. */
export const LOSABLE_CAMERA = `if (navigator.mediaDevices) {
  const real = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  let gone = false;
  const running = [];
  navigator.mediaDevices.getUserMedia = async (wish) => {
    if (gone) throw new DOMException('It is gone', 'NotReadableError');
    const stream = await real(wish);
    running.push(...stream.getTracks());
    return stream;
  };
  window.takeCameraAway = (forGood) => {
    gone = forGood;
    for (const track of running.splice(0)) {
      if (track.readyState !== 'live') continue;
      track.stop();
      track.dispatchEvent(new Event('ended'));
    }
  };
}`;

/** A camera that runs and shows no picture, until it is opened again; `timesOpened` counts. */
export const BLIND_AT_FIRST = `if (navigator.mediaDevices) {
  const real = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  window.timesOpened = 0;
  navigator.mediaDevices.getUserMedia = async (wish) =>
    ++window.timesOpened === 1 ? document.createElement('canvas').captureStream(0) : real(wish);
}`;

/** A camera that runs and shows no picture, as long as `isBlind`. */
export const BLIND_CAMERA = `if (navigator.mediaDevices) {
  const real = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  window.isBlind = true;
  navigator.mediaDevices.getUserMedia = async (wish) =>
    window.isBlind ? document.createElement('canvas').captureStream(0) : real(wish);
}`;

/** A camera that sees what the drawing code puts on its canvas: context, width and height are given. */
export function drawnCamera(draw: string, width = 1280, height = 960): string {
  return `if (navigator.mediaDevices) navigator.mediaDevices.getUserMedia = async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: ${width}, height: ${height} });
    const context = canvas.getContext('2d');
    const paint = ({ width, height }) => { ${draw} };
    paint(canvas);
    const timer = setInterval(paint, 100, canvas);
    const stream = canvas.captureStream(10);
    stream.getVideoTracks()[0].addEventListener('ended', () => clearInterval(timer));
    return stream;
  }`;
}

export const DARK_ROOM = drawnCamera(`context.fillStyle = 'rgb(9, 9, ' + (8 + Date.now() % 2) + ')';
  context.fillRect(0, 0, width, height);`);

export const BRIGHT_LAMP = drawnCamera(`context.fillStyle = 'rgb(255, 255, ' + (254 + Date.now() % 2) + ')';
  context.fillRect(0, 0, width, height);`);

/** Large soft shapes: much contrast, no edge anywhere. */
export const SHAKY_HAND = drawnCamera(`const soft = context.createLinearGradient(0, 0, width, height);
  soft.addColorStop(0, '#203040'); soft.addColorStop(1, Date.now() % 2 ? '#e0d0c0' : '#e0d0c1');
  context.fillStyle = soft; context.fillRect(0, 0, width, height);`);

/** Fine stripes in the middle of the scale: nothing to complain of. */
export const SHARP_SCENE = drawnCamera(`for (let x = 0; x < width; x += 8) {
    context.fillStyle = (x / 8) % 2 ? '#405060' : '#c0b0' + (Date.now() % 2 ? 'a0' : 'a1');
    context.fillRect(x, 0, 8, height);
  }`);

/** A phone's camera: light, zoom, and a second one at the front. What the page sets is in cameraWishes. */
export const CAPABLE_CAMERA = `if (navigator.mediaDevices) {
  window.cameraWishes = [];
  const { getCapabilities } = MediaStreamTrack.prototype;
  MediaStreamTrack.prototype.getCapabilities = function () {
    return { ...getCapabilities.call(this), torch: true, zoom: { min: 1, max: 5, step: 0.1 } };
  };
  MediaStreamTrack.prototype.applyConstraints = async ({ advanced }) => void cameraWishes.push(advanced[0]);
  const list = navigator.mediaDevices.enumerateDevices.bind(navigator.mediaDevices);
  navigator.mediaDevices.enumerateDevices = async () => {
    const devices = await list();
    const [camera] = devices.filter(({ kind }) => kind === 'videoinput');
    return [...devices, { kind: 'videoinput', deviceId: camera.deviceId, label: 'Front camera' }];
  };
  const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  navigator.mediaDevices.getUserMedia = (wish) => {
    cameraWishes.push(wish.video);
    return open(wish);
  };
}`;

/** Every track the page ever got is in `tracks`. */
export const COUNTED_CAMERA = `if (navigator.mediaDevices) {
  const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  window.tracks = [];
  navigator.mediaDevices.getUserMedia = async (wish) => {
    const stream = await open(wish);
    tracks.push(...stream.getTracks());
    return stream;
  };
}`;

/** The browser asks, and no one answers. */
export const PENDING_QUESTION =
  'if (navigator.mediaDevices) navigator.mediaDevices.getUserMedia = () => new Promise(() => {})';
