import type { PageData } from '../../src/capture/pages/page-data.ts';
import type { Answers } from '../../src/shared/questions.ts';
import { followBackButton } from './back-button.ts';
import { inAppBrowser } from './browser/in-app.ts';
import { type CameraFlow, createCameraFlow } from './camera/camera-flow.ts';
import { createLocator, type Locator } from './camera/location.ts';
import { stopStream } from './camera/stream.ts';
import { createWakeLock } from './camera/wake-lock.ts';
import { createConnection } from './connection.ts';
import { fail } from './fail.ts';
import { announcement } from './flow/announce.ts';
import { createFlow, type Flow } from './flow/flow.ts';
import { isLeftOver, isSettled } from './flow/reducer.ts';
import type { Photo, Screen, State } from './flow/state.ts';
import { takeEarlyCamera, takeEarlyPress } from './head-start.ts';
import { createLanguage, type Language } from './language.ts';
import type * as AfterShutter from './lazy/after-shutter.ts';
import { createLaterQueue } from './photos/later-queue.ts';
import type { OpenPhotos } from './photos/open-photos.ts';
import { randomId } from './random-id.ts';
import { createSession, type Session } from './session.ts';
import { withRetries } from './with-retries.ts';

/** All that the screens use. */
export interface Controller {
  page: PageData;
  flow: Flow;
  /** To the questions that the customer has been through. */
  answers: Answers;
  language: Language;
  cameraFlow: CameraFlow;
  locator: Locator;
  session: Session;
  /** Address of the QR code that takes the visit to a phone; null while there is none. */
  qrCode(): string | null;
  /** The response to an invitation: continue from the other device, or begin here. */
  decide(choice: 'continue' | 'fresh'): void;
  remove(photo: Photo): void;
  /** Whether photos on the phone survive the end of the page. */
  keepsPhotos(): boolean;
  /** Fetches what is needed after the first photo. */
  prepare(): Promise<unknown>;
  /** Null until it is there. */
  afterShutter(): typeof AfterShutter | null;
  announced(): string;
}

const WAITS_FOR_CAMERA = new Set<Screen['at']>(['asking', 'camera']);
const ATTENDED = new Set<Screen['at']>(['camera', 'review', 'sending']);

/** Wires the flow to the camera, the photos on the phone and the server. `changed` renders the screens. */
export function createController(page: PageData, changed: () => void): Controller {
  const answers = {};
  const flow = createFlow(page);
  const session = createSession(page);
  const language = createLanguage({ page, changed, reload: () => void reload() });
  const locator = createLocator({ changed });
  let afterShutter: typeof AfterShutter | null = null;
  let loading: Promise<OpenPhotos> | null = null;
  const prepare = () => {
    loading ??= load().catch((error) => {
      fail(error);
      // Nothing goes on without it.
      return new Promise<never>(() => {});
    });
    return loading;
  };
  const photoQueue = createLaterQueue(async () => (await prepare()).photoQueue, session.isFirst);
  const cameraFlow = createCameraFlow({ page, flow, session, photoQueue, locator, changed });
  const visit = async () => (await prepare()).visit;
  const connection = createConnection({ page, flow, session, photoQueue, visit, changed });
  const keepScreenOn = createWakeLock();
  let announced = '';

  async function load(): Promise<OpenPhotos> {
    const [parts] = await withRetries(() =>
      Promise.all([import('./lazy/after-shutter.ts'), language.loadAll()]),
    );
    afterShutter = parts;
    changed();
    return parts.openPhotos({ page, flow, session, locator, answers });
  }

  flow.onChange((before, after) => {
    // Not while the customer waits for the camera, which comes first then; and before the network may be gone.
    if (after.hasSession && !WAITS_FOR_CAMERA.has(after.screen.at)) void prepare();
    announce(before, after);
    cameraFlow.follow(before.screen, after.screen);
    keepScreenOn(ATTENDED.has(after.screen.at));
    if (before.screen.at !== after.screen.at) entered(before, after);
    if (isSettled(after.screen) && !isSettled(before.screen)) {
      session.delete();
      void photoQueue.settle(after.photos);
    }
    if (isLeftOver(after.screen) && !isLeftOver(before.screen)) {
      session.remember();
      void photoQueue.unsent(null).then(photoQueue.leaveOver);
    }
    changed();
  });

  /** A photo that only this page has would be gone with it; then the words of the business stay as they are. */
  async function reload(): Promise<void> {
    const { photos } = flow.state();
    const areSent = photos.every(({ upload }) => upload === 'uploaded');
    const areSafe = areSent || (await photoQueue.areKept());
    if (areSafe && flow.state().screen.at !== 'review' && navigator.onLine) location.reload();
  }

  /** What was said of a photo before its texts have come is said with them. */
  function announce(before: State, after: State): void {
    let isKnown = true;
    const words = announcement(before, after, (key, values) => {
      isKnown = language.knows(key);
      return language.say(key, values);
    });
    if (isKnown) say(words);
    else
      void prepare().then(() => {
        say(announcement(before, after, language.say));
        changed();
      });
  }

  /** The same words once more are read only if they differ. */
  function say(words: string | null): void {
    if (words !== null) announced = words === announced ? `${words}\u00a0` : words;
  }

  function entered(before: State, { screen, hasSession }: State): void {
    if (screen.at === 'problem') void prepare();
    if (before.screen.at === 'problem') {
      if (!hasSession) void connection.connect();
      wake();
    }
    if (screen.at === 'camera' && session.isOver()) void session.open();
    if (screen.at === 'sending') void prepare().then(({ submission }) => submission.go());
    if (screen.at === 'handoff') void connection.handover().then(({ follow }) => follow());
    if (screen.at === 'problem' && screen.problem === 'permission-denied') void cameraFlow.watchPermission();
  }

  function wake(): void {
    connection.wake();
    for (const { clientId, slot, upload } of flow.state().photos)
      if (upload !== 'uploaded') photoQueue.uploader.add(clientId, slot);
    photoQueue.uploader.wake();
  }

  function listen(): void {
    const online = () => {
      flow.send({ type: 'online', online: navigator.onLine });
      if (!navigator.onLine) return;
      const { screen } = flow.state();
      if (screen.at === 'problem' && screen.problem === 'offline') flow.send({ type: 'try-again' });
      wake();
    };
    const back = () => {
      if (document.hidden) return;
      const { at } = flow.state().screen;
      keepScreenOn(ATTENDED.has(at));
      if (at === 'camera' || at === 'intro') void cameraFlow.camera.recover();
      void cameraFlow.checkPermission();
      void connection.refresh();
      wake();
    };
    addEventListener('online', online);
    addEventListener('offline', online);
    addEventListener('focus', () => void cameraFlow.checkPermission());
    document.addEventListener('visibilitychange', back);
    if (!navigator.onLine) online();
  }

  function begin(wasPressed: boolean): void {
    enter(flow, cameraFlow, wasPressed);
    void connection.connect();
  }

  listen();
  followBackButton(flow);
  const code = codeInAddress();
  if (code === null) begin(startInAddress());
  else {
    flow.send({ type: 'invited', invitation: 'loading' });
    void connection.handover().then(({ preview }) => preview(code));
  }
  return {
    page,
    flow,
    answers,
    language,
    cameraFlow,
    locator,
    session,
    qrCode: connection.qrCode,
    decide(choice) {
      const isContinued = choice === 'continue' && code !== null;
      session.continueFrom(isContinued ? { code, secret: randomId() } : null);
      flow.send({ type: 'decided' });
      begin(isContinued);
    },
    remove(photo) {
      flow.send({ type: 'remove', clientId: photo.clientId });
      void photoQueue.remove(photo);
    },
    keepsPhotos: photoQueue.isLasting,
    prepare,
    afterShutter: () => afterShutter,
    announced: () => announced,
  };
}

/** The button was pressed before the script was there. */
function startInAddress(): boolean {
  const wasPressed = takeEarlyPress() === true || location.hash === '#start';
  if (wasPressed) history.replaceState(null, '', location.pathname + location.search);
  return wasPressed;
}

/** The code of another device, taken out of the address so that no one copies it along. */
function codeInAddress(): string | null {
  const code = /^#continue=([0-9a-z]{26})$/.exec(location.hash)?.[1] ?? null;
  if (code !== null) history.replaceState(null, '', location.pathname + location.search);
  return code;
}

/** Where the customer stands when the script takes over. */
function enter(flow: Flow, cameraFlow: CameraFlow, wasPressed: boolean): void {
  if (inAppBrowser(navigator.userAgent)?.lacksCamera) {
    takeEarlyCamera()?.then(stopStream, () => {});
    flow.send({ type: 'problem', problem: 'in-app-browser' });
  } else if (isDesktop()) flow.send({ type: 'desktop' });
  else if (wasPressed) flow.send({ type: 'start' });
  else void cameraFlow.preview();
}

/** By what the device can do, not by what it calls itself. */
function isDesktop(): boolean {
  const has = (query: string) => matchMedia(query).matches;
  return navigator.maxTouchPoints === 0 && has('(pointer: fine)') && has('(min-width: 900px)');
}
