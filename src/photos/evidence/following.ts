import { OVERVIEW } from '../../shared/capture-report.ts';
import type { Challenge } from '../../shared/challenges.ts';
import { rounded } from './finding.ts';

/** How the camera moved from a challenge to the shutter. */
export interface Following {
  isFollowed: boolean;
  /** It cannot be told, such as whether a lamp is lit by day. */
  isUnclear: boolean;
  /** By how much the picture grew, turned (in degrees) or brightened (in grays of 255). */
  amount: number;
}

/** The picture of one frame in a view of another: enlarged, turned and moved. */
interface View {
  zoom: number;
  /** In degrees. */
  angle: number;
}

const UNMOVED: View = { zoom: 1, angle: 0 };
const VIEWS: View[] = [
  ...[0.7, 0.85, 1.15, 1.3, 1.5, 1.8].map((zoom) => ({ zoom, angle: 0 })),
  ...[-36, -26, -18, -10, 10, 18, 26, 36].map((angle) => ({ zoom: 1, angle })),
];
const SHIFTS_ACROSS = [-3, -1, 1, 3];
const SHIFTS_DOWN = [-3, -1, 1, 3];

/** Less is not what was asked for, but what hands do anyway. */
const LEAST = { zoom: 1.15, angle: 10, brightening: 5 };
/** Correlation of what must be the same thing, and how much better it must fit than without the movement. */
const LEAST_LIKENESS = 0.5;
const LEAST_GAIN = 0.08;
/** By day a lamp changes little. */
const DARK = 80;
/** Frames that are compared with the first ones: enough to find the movement, few enough to be cheap. */
const COMPARED = 3;

/** Whether the frames show what was asked for. Oldest first, gray, 32 by 24. */
export function followingOf(challenge: Challenge, frames: Uint8Array[]): Following {
  const [first] = frames;
  const last = frames.at(-1);
  if (first === undefined || last === undefined || frames.length < 3) return notFollowed(0);
  if (challenge === 'torch') return brightening(first, last);
  if (challenge === 'closer') {
    const { view } = bestOf(earlyOf(frames).map((frame) => movement(frame, last)));
    return { isFollowed: view.zoom >= LEAST.zoom, isUnclear: false, amount: view.zoom };
  }
  const { view } = bestOf(lateOf(frames).map((frame) => movement(first, frame)));
  const degrees = Math.abs(view.angle);
  return { isFollowed: degrees >= LEAST.angle, isUnclear: false, amount: degrees };
}

const notFollowed = (amount: number): Following => ({ isFollowed: false, isUnclear: false, amount });

const earlyOf = (frames: Uint8Array[]) => frames.slice(0, -1).slice(0, COMPARED);

/** Spread over the rest: someone may have turned back for the shutter. */
function lateOf(frames: Uint8Array[]): Uint8Array[] {
  const rest = frames.slice(1);
  return Array.from({ length: COMPARED }, (_, index) =>
    rest.at(Math.round((index * (rest.length - 1)) / (COMPARED - 1))),
  ).filter((frame) => frame !== undefined);
}

function brightening(first: Uint8Array, last: Uint8Array): Following {
  const mean = (frame: Uint8Array) => frame.reduce((sum, gray) => sum + gray, 0) / frame.length;
  const [before, after] = [mean(first), mean(last)];
  const isFollowed = after - before >= LEAST.brightening;
  return { isFollowed, isUnclear: !isFollowed && before > DARK, amount: rounded(after - before, 1) };
}

interface Movement {
  view: View;
  likeness: number;
}

/** How the second frame is best explained by the first one: unmoved, unless a view fits clearly better. */
function movement(from: Uint8Array, to: Uint8Array): Movement {
  const still = bestShift(from, to, UNMOVED);
  const moved = bestOf(VIEWS.map((view) => ({ view, likeness: bestShift(from, to, view) })));
  const isMoved = moved.likeness >= LEAST_LIKENESS && moved.likeness > still + LEAST_GAIN;
  return isMoved ? moved : { view: UNMOVED, likeness: still };
}

/** Of several movements the one that is best explained; one that stands still explains nothing. */
function bestOf(movements: Movement[]): Movement {
  const worth = ({ view, likeness }: Movement) => (view === UNMOVED ? likeness - 2 : likeness);
  return movements.reduce((best, each) => (worth(each) > worth(best) ? each : best));
}

function bestShift(from: Uint8Array, to: Uint8Array, view: View): number {
  let best = -1;
  for (const across of SHIFTS_ACROSS) {
    for (const down of SHIFTS_DOWN) best = Math.max(best, likenessIn(from, to, view, across, down));
  }
  return best;
}

const BORDER = 2;

/** Correlation of the second frame with what the view shows of the first one. */
function likenessIn(
  from: Uint8Array,
  to: Uint8Array,
  { zoom, angle }: View,
  across: number,
  down: number,
): number {
  const { width, height } = OVERVIEW;
  const turn = (angle * Math.PI) / 180;
  const [cosine, sine] = [Math.cos(turn) / zoom, Math.sin(turn) / zoom];
  let [count, sumA, sumB, sumAA, sumBB, sumAB] = [0, 0, 0, 0, 0, 0];
  for (let y = BORDER; y < height - BORDER; y += 1) {
    for (let x = BORDER; x < width - BORDER; x += 1) {
      const [fromMiddleX, fromMiddleY] = [x - width / 2, y - height / 2];
      const sourceX = Math.round(fromMiddleX * cosine - fromMiddleY * sine + width / 2 + across);
      const sourceY = Math.round(fromMiddleX * sine + fromMiddleY * cosine + height / 2 + down);
      if (sourceX < 0 || sourceX >= width || sourceY < 0 || sourceY >= height) continue;
      const a = from[sourceY * width + sourceX] as number;
      const b = to[y * width + x] as number;
      count += 1;
      sumA += a;
      sumB += b;
      sumAA += a * a;
      sumBB += b * b;
      sumAB += a * b;
    }
  }
  const least = ((width - 2 * BORDER) * (height - 2 * BORDER)) / 2;
  const spread = (count * sumAA - sumA * sumA) * (count * sumBB - sumB * sumB);
  return count < least || spread <= 0 ? -1 : (count * sumAB - sumA * sumB) / Math.sqrt(spread);
}
