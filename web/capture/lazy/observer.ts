import {
  type CaptureReport,
  LOOK_EVERY_MS,
  MAX_TURNS,
  MIDDLE_SIDE,
  OVERVIEW,
  type ReportedCamera,
} from '../../../src/shared/capture-report.ts';
import { type Challenge, MAX_COURSE_FRAMES } from '../../../src/shared/challenges.ts';
import { call } from '../api.ts';
import type { Camera } from '../camera/camera.ts';
import { qualityHint, toGray } from '../camera/quality.ts';
import { listCameras } from '../camera/stream.ts';
import type { Hint } from '../flow/state.ts';
import { randomId } from '../random-id.ts';
import { storage } from '../session.ts';
import { patchedFunctions } from './patched-functions.ts';

/** Looks at the camera's picture while it runs. Fetched once there is one: it must not keep the customer from it. */
export interface Observer {
  /** Right before the photo is drawn. */
  look(video: HTMLVideoElement): void;
  /** Right after the photo is drawn. Returns what puts the report in front of it. */
  shutter(video: HTMLVideoElement): (photo: Blob) => Blob;
  /** Asks the server what the customer has to do before the shutter; null: nothing, or no longer wanted. */
  ask(session: string, slot: number, isWanted: () => boolean): Promise<Challenge | null>;
  /** What the customer is warned of before keeping the photo. */
  hintOf(pixels: ImageData): Hint | null;
}

interface Frame {
  time: number;
  overview: string;
  middle: string;
}

/** What the server wants the customer to do. */
interface Asked {
  challenge: Challenge;
  token: string;
}

const KEPT_FRAMES = 10;
const HAS_PICTURE = 2;
const DEVICE = 'shutterpost:device';
/** From the shutter on, while the browser encodes the photo. */
const REST_MS = 1_000;
/** The first frames are without the light. */
const LIT_AFTER_MS = 600;

export function observe(camera: Camera): Observer {
  const sample = createSampler();
  const turns: { time: number; rate: [number, number, number] }[] = [];
  let frames: Frame[] = [];
  let seen: { stream: MediaStream; since: number } | null = null;
  let cameras = 0;
  let asked: Asked | null = null;
  let course: string[] = [];
  let looks = 0;
  let restsUntil = 0;
  let lookEvery = 3;

  /** Half of them are left out when there are too many, so that they reach from the beginning to the shutter. */
  function follow(overview: string): void {
    looks += 1;
    if (asked === null || looks % lookEvery !== 0) return;
    course.push(overview);
    if (course.length < MAX_COURSE_FRAMES) return;
    course = course.filter((_, index) => index % 2 === 0);
    lookEvery *= 2;
  }

  async function ask(session: string, slot: number, isWanted: () => boolean): Promise<Challenge | null> {
    asked = null;
    const { torch } = camera.abilities();
    const body = { slot, torch };
    const response = await call<{ data: { asked: Asked | null } }>('POST', '/capture/challenges', {
      session,
      body,
    });
    if (!isWanted()) return null;
    const given = response.ok ? response.value.data.asked : null;
    asked = given;
    course = [];
    lookEvery = 3;
    if (given?.challenge === 'torch') setTimeout(() => void camera.setTorch(true), LIT_AFTER_MS);
    return given?.challenge ?? null;
  }

  /** The camera that the page opened, while it shows something. An extension could have given the video another film. */
  function streamIn(video: HTMLVideoElement): MediaStream | null {
    const stream = camera.stream();
    return video.srcObject === stream && video.readyState >= HAS_PICTURE ? stream : null;
  }

  function look(video: HTMLVideoElement): void {
    const stream = streamIn(video);
    if (stream === null) return;
    const time = performance.now();
    if (seen?.stream !== stream) {
      seen = { stream, since: time };
      frames = [];
      void listCameras().then(({ length }) => {
        cameras = length;
      });
    }
    const frame = { time, ...sample(video) };
    frames = [...frames, frame].slice(-KEPT_FRAMES);
    follow(frame.overview);
  }

  // Without asking: where the browser wants permission for it, nothing comes.
  addEventListener('devicemotion', ({ rotationRate }) => {
    if (rotationRate?.alpha == null) return;
    const { alpha, beta, gamma } = rotationRate;
    turns.push({ time: performance.now(), rate: [alpha, beta ?? 0, gamma ?? 0] });
    if (turns.length > MAX_TURNS) turns.shift();
  });
  setInterval(() => {
    const video = document.querySelector('video');
    if (video !== null && performance.now() > restsUntil) look(video);
  }, LOOK_EVERY_MS);

  return {
    ask,
    look,
    hintOf: ({ data, width, height }) => qualityHint(toGray(data, width, height)),
    shutter(video) {
      const now = performance.now();
      restsUntil = now + REST_MS;
      const at = (time: number) => Math.round(time - now);
      const report: CaptureReport = {
        frames: frames.map(({ time, ...frame }) => ({ at: at(time), ...frame })),
        ...(streamIn(video) !== null && { after: sample(video).overview }),
        camera: describe(camera, cameras),
        device: keptId(),
        page: {
          automated: navigator.webdriver === true,
          patched: [],
          aimed: Math.round(now - (seen?.since ?? now)),
        },
        challenge: asked && {
          token: asked.token,
          course: [...course, ...frames.slice(-1).map(({ overview }) => overview)],
        },
        turns: turns.map(({ time, rate }) => ({ at: at(time), rate })),
      };
      if (asked?.challenge === 'torch') void camera.setTorch(false);
      // The next photo has frames and a challenge of its own.
      frames = [];
      asked = null;
      const stream = camera.stream();
      return (photo) => {
        // Takes a moment, which no one waits for by now.
        report.page.patched = patchedFunctions(stream);
        return new Blob([JSON.stringify(report), '\n', photo], { type: photo.type });
      };
    },
  };
}

/** The same for all requests of this installation, so that one device cannot be in two places. */
function keptId(): string {
  const kept = (local: Storage) => local.getItem(DEVICE);
  return (
    storage((local) => {
      if (kept(local) === null) local.setItem(DEVICE, randomId());
      return kept(local);
    }) ?? ''
  );
}

function describe(camera: Camera, count: number): ReportedCamera | null {
  const track = camera.stream()?.getVideoTracks()[0];
  if (track === undefined) return null;
  const { facingMode = '', width = 0, height = 0, frameRate = 0 } = track.getSettings();
  const { facing, deviceId } = camera.choice();
  return {
    label: track.label.slice(0, 200),
    facing: facingMode,
    wanted: deviceId === null ? facing : '',
    width,
    height,
    rate: Math.round(frameRate),
    count,
  };
}

/** Draws the whole picture and its middle side by side, small, and reads both at once. */
function createSampler() {
  const canvas = document.createElement('canvas');
  canvas.width = OVERVIEW.width + MIDDLE_SIDE;
  canvas.height = MIDDLE_SIDE;
  const context = canvas.getContext('2d');
  return (video: HTMLVideoElement): { overview: string; middle: string } => {
    const { videoWidth, videoHeight } = video;
    const [left, top] = [(videoWidth - MIDDLE_SIDE) >> 1, (videoHeight - MIDDLE_SIDE) >> 1];
    context?.drawImage(video, 0, 0, OVERVIEW.width, OVERVIEW.height);
    context?.drawImage(
      video,
      ...([left, top, MIDDLE_SIDE, MIDDLE_SIDE] as const),
      ...([OVERVIEW.width, 0, MIDDLE_SIDE, MIDDLE_SIDE] as const),
    );
    const gray = (x: number, width: number, height: number) => {
      const pixels = context?.getImageData(x, 0, width, height).data ?? [];
      return Array.from({ length: width * height }, (_, index) => {
        const at = 4 * index;
        const [red = 0, green = 0, blue = 0] = [pixels[at], pixels[at + 1], pixels[at + 2]];
        return (77 * red + 150 * green + 29 * blue) >> 8;
      });
    };
    return {
      overview: base64(gray(0, OVERVIEW.width, OVERVIEW.height)),
      middle: base64(gray(OVERVIEW.width, MIDDLE_SIDE, MIDDLE_SIDE)),
    };
  };
}

function base64(bytes: number[]): string {
  return btoa(String.fromCharCode(...bytes));
}
