import { writeFileSync } from 'node:fs';
import { seededNumbers } from '../../helpers/capture/scene.ts';
import { HANDS, type HandName, holdCamera, type Pose } from './hand.ts';
import type { Lens, Shot } from './lens.ts';

/** What the camera of a browser sees, as a file. */
export interface Film extends Pick<Shot, 'scene' | 'picture' | 'display' | 'bands'> {
  size: { width: number; height: number };
  hand: HandName;
  light: number;
  noise: number;
  blur: number;
  /** Frames per second. */
  rate: number;
  seconds: number;
  seed: number;
}

/** Frames are drawn in batches, so that none of them is too large to pass on. */
const BATCH = 12;

/** Writes an uncompressed video (Y4M), which Chromium takes for a camera and plays again and again. */
export async function recordFilm(lens: Lens, film: Film, file: string): Promise<void> {
  const { size, rate, seconds, seed } = film;
  const poses = posesOf(film);
  const header = `YUV4MPEG2 W${size.width} H${size.height} F${rate}:1 Ip A1:1 C420jpeg\n`;
  writeFileSync(file, header);
  const frameBytes = (size.width * size.height * 3) / 2;
  for (let from = 0; from < seconds * rate; from += BATCH) {
    const planes = await lens.film({
      ...film,
      view: { ...size, share: HANDS[film.hand].pan > 5 ? 0.45 : 0.8 },
      ...{ poses: poses.slice(from, from + BATCH), seed: seed * 1_000 + from },
    });
    for (let at = 0; at < planes.length; at += frameBytes)
      writeFileSync(file, Buffer.concat([Buffer.from('FRAME\n'), planes.subarray(at, at + frameBytes)]), {
        flag: 'a',
      });
  }
}

/** There and back: a hand does not move on for ever. */
function posesOf({ hand, light, rate, seconds, seed }: Film): Pose[] {
  const random = seededNumbers(seed);
  const looks = Math.ceil(seconds * rate);
  const { poses } = holdCamera(random, {
    hand: hand === 'panning' ? 'usual' : hand,
    looks,
    rate: 1_000,
    light,
  });
  return poses.map((pose, index) => ({
    ...pose,
    ...(hand === 'panning' ? { x: pose.x + 0.3 * Math.sin(index / rate) } : {}),
    isNew: true,
  }));
}

const KINDS = ['street', 'ground', 'clutter', 'document', 'dashboard'] as const;

/** What someone would film, another scene for each number. */
export function filmOf(seed: number, changes: Partial<Film> = {}): Film {
  return {
    ...{ scene: { kind: KINDS[seed % KINDS.length] ?? 'street', seed: 800_000 + seed } },
    ...{ size: { width: 640, height: 480 }, hand: 'usual', light: 1, noise: 2.5, blur: 1.2 },
    ...{ rate: 10, seconds: 8, seed },
    ...changes,
  };
}
