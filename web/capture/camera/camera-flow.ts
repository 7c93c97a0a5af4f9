import type { PageData } from '../../../src/capture/pages/page-data.ts';
import type { Challenge } from '../../../src/shared/challenges.ts';
import { inAppBrowser } from '../browser/in-app.ts';
import type { Flow } from '../flow/flow.ts';
import { photoIn } from '../flow/slots.ts';
import type { Hint, Screen, Shot } from '../flow/state.ts';
import type { Observer } from '../lazy/observer.ts';
import type { PhotoQueue } from '../photos/photo-queue.ts';
import { randomId } from '../random-id.ts';
import type { Session } from '../session.ts';
import { type Camera, createCamera } from './camera.ts';
import { cameraProblem, obstacle } from './failure.ts';
import type { Locator } from './location.ts';
import { type Picture, shoot } from './shoot.ts';

export interface CameraFlow {
  camera: Camera;
  /** Runs the camera as long as the screens need it. */
  follow(before: Screen, after: Screen): void;
  /** Looks at the picture that there is now. */
  watch(): Promise<unknown>;
  /** What the customer has to do before the shutter; undefined until the server has said. */
  challenge(): Challenge | null | undefined;
  /** Asks for it, with the camera open for this slot. */
  askFor(slot: number): Promise<void>;
  takePhoto(video: HTMLVideoElement): Promise<void>;
  usePhoto(): void;
  /** Notices when the customer, told that the camera is blocked, allows it. */
  watchPermission(): Promise<void>;
  /** The customer is back, perhaps from the settings. */
  checkPermission(): Promise<void>;
  /** Where it was allowed before, the preview runs behind the first screen already. */
  preview(): Promise<void>;
}

interface Parts {
  page: PageData;
  flow: Flow;
  session: Session;
  photoQueue: PhotoQueue;
  locator: Locator;
  changed(): void;
}

interface Taken {
  picture: Picture;
  capturedAt: string;
  /** Adds what was seen around the shutter; undefined when no one was watching yet. */
  report: ((photo: Blob) => Blob) | undefined;
}

/** A running camera makes "one more photo" immediate; longer than this it only costs battery. */
const IDLE_MS = 15_000;
const LATE_MS = 500;
/** Without a connection the photo is taken without a challenge. */
const ANSWER_MS = 4_000;

export function createCameraFlow({ page, flow, session, photoQueue, locator, changed }: Parts): CameraFlow {
  const camera = createCamera({ changed, lost });
  const isInApp = inAppBrowser(navigator.userAgent) !== null;
  let wasGranted = false;
  let taken: Taken | null = null;
  let observer: Observer | undefined;
  let idle: ReturnType<typeof setTimeout> | undefined;
  let challenge: Challenge | null | undefined = page.challenges ? undefined : null;
  let questions = 0;

  function lost(): void {
    if (flow.state().screen.at === 'camera') flow.send({ type: 'problem', problem: 'camera-lost' });
  }

  async function ask(): Promise<void> {
    const hasCameraApi = navigator.mediaDevices?.getUserMedia !== undefined;
    const problem = obstacle({ isSecure: window.isSecureContext, hasCameraApi, isInApp });
    if (problem !== null) return flow.send({ type: 'problem', problem });
    try {
      await camera.open();
      flow.send({ type: 'camera-ready' });
    } catch (error) {
      const name = error instanceof Error ? error.name : '';
      if (flow.state().screen.at === 'asking')
        flow.send({ type: 'problem', problem: cameraProblem(name, isInApp) });
    }
  }

  function follow(before: Screen, after: Screen): void {
    // In the same breath: no photo is taken with the words of the one before.
    const isOther = before.at !== 'camera' || (after.at === 'camera' && before.slot !== after.slot);
    if (page.challenges && after.at === 'camera' && isOther) challenge = undefined;
    if (before.at === after.at && after.at !== 'problem') return;
    clearTimeout(idle);
    if (before.at === 'review') forgetPictures(before.shot);
    if (after.at === 'asking') void ask();
    else if (after.at === 'camera') {
      void camera.open().catch(lost);
      locator.start();
    } else if (after.at === 'overview') idle = setTimeout(camera.stop, IDLE_MS);
    else if (after.at !== 'review' && after.at !== 'intro') camera.stop();
    if (after.at === 'thanks' || after.at === 'problem') locator.stop();
  }

  /** Fetched once the picture is there: it must not keep the customer waiting for that. */
  async function watch(): Promise<Observer | undefined> {
    if (observer === undefined) {
      const { observe } = await import('../lazy/observer.ts');
      observer ??= observe(camera);
    }
    return observer;
  }

  async function askFor(slot: number): Promise<void> {
    if (!page.challenges) return;
    challenge = undefined;
    const own = ++questions;
    const isWanted = () => own === questions;
    // Not within the rendering that asks for it, which would never end.
    await Promise.resolve();
    changed();
    const token = session.token();
    const asking = watch().then((there) =>
      token === null ? null : (there?.ask(token, slot, isWanted) ?? null),
    );
    const given = await withinTime(asking, ANSWER_MS).catch(() => null);
    // Another photo's is being asked for by now.
    if (!isWanted()) return;
    // And what comes from here on, no one is shown.
    questions += 1;
    challenge = given;
    changed();
  }

  /** Of a part that is still on its way the photo does not wait for long. */
  function judge(pixels: ImageData): Promise<Hint | null> {
    const hint = watch().then((there) => there?.hintOf(pixels) ?? null);
    return withinTime(hint, LATE_MS).catch(() => null);
  }

  function forgetPictures({ clientId, picture, thumbnail }: Shot): void {
    URL.revokeObjectURL(picture);
    const isKept = flow.state().photos.some((photo) => photo.clientId === clientId);
    if (!isKept) URL.revokeObjectURL(thumbnail);
  }

  async function takePhoto(video: HTMLVideoElement): Promise<void> {
    const { screen } = flow.state();
    if (screen.at !== 'camera') return;
    const capturedAt = session.timeNow();
    // The server takes photos from the moment on at which their session was opened.
    if (session.isOver()) void session.open();
    let report: ReturnType<Observer['shutter']> | undefined;
    // Before and after: while a slow device draws the photo, the camera may come to its next picture.
    observer?.look(video);
    const picture = await shoot(video, judge, () => {
      report = observer?.shutter(video);
    });
    taken = { picture, capturedAt, report };
    const shot = {
      clientId: randomId(),
      slot: screen.slot,
      picture: URL.createObjectURL(picture.blob),
      thumbnail: URL.createObjectURL(picture.thumbnail),
      hint: picture.hint,
    };
    flow.send({ type: 'shot', shot });
  }

  function usePhoto(): void {
    const before = flow.state();
    if (before.screen.at !== 'review' || taken === null) return;
    const { clientId, slot, thumbnail } = before.screen.shot;
    const replaced = photoIn(before, slot);
    flow.send({ type: 'use-photo' });
    const isKept = photoIn(flow.state(), slot)?.clientId === clientId;
    if (!isKept) return;
    const { picture, capturedAt, report } = taken;
    const sent = { ...picture, blob: report?.(picture.blob) ?? picture.blob };
    void photoQueue.keep(
      { clientId, slot, thumbnail, picture: sent, capturedAt, location: locator.current() },
      replaced,
    );
    taken = null;
  }

  const isBlocked = () => {
    const { screen } = flow.state();
    return screen.at === 'problem' && screen.problem === 'permission-denied';
  };

  async function watchPermission(): Promise<void> {
    const status = await permission();
    wasGranted = status?.state === 'granted';
    if (status === null) return;
    status.onchange = () => {
      if (status.state === 'granted' && isBlocked()) flow.send({ type: 'try-again' });
    };
  }

  async function checkPermission(): Promise<void> {
    // Granted to the page, yet refused: the system keeps the camera from the browser, and trying tells.
    if (isBlocked() && (wasGranted || (await permission())?.state === 'granted'))
      flow.send({ type: 'try-again' });
  }

  async function preview(): Promise<void> {
    const status = await permission();
    if (status?.state === 'granted' && flow.state().screen.at === 'intro')
      await camera.open().catch(() => {});
  }
  return {
    camera,
    follow,
    watch,
    challenge: () => challenge,
    askFor,
    takePhoto,
    usePhoto,
    watchPermission,
    checkPermission,
    preview,
  };
}

/** Null when it takes longer. */
function withinTime<T>(result: Promise<T | null>, milliseconds: number): Promise<T | null> {
  return Promise.race([result, new Promise<null>((resolve) => setTimeout(resolve, milliseconds, null))]);
}

function permission(): Promise<PermissionStatus | null> {
  const query = navigator.permissions?.query({ name: 'camera' as PermissionName });
  return query?.catch(() => null) ?? Promise.resolve(null);
}
