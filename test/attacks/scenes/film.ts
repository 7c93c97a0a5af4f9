import { writeFileSync } from 'node:fs';
import { seededNumbers } from '../../helpers/capture/scene.ts';
import { HANDS, type HandName, type Pose } from './hand.ts';
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

/** How far the camera wanders in a film, in degrees, by how fast the hand moves on. */
const WANDERING_SECONDS = 0.6;
const FIELD_DEGREES = 60;

/** The hand ends where it began: the film is played again and again, and must not jump. */
function posesOf({ hand, light, rate, seconds, seed }: Film): Pose[] {
  const random = seededNumbers(seed);
  const { tremor, tremorRate, sway, pan } = HANDS[hand];
  const wave = (timesPerSecond: number) => {
    const [times, phase] = [Math.max(1, Math.round(timesPerSecond * seconds)), 2 * Math.PI * random()];
    return (share: number) => Math.sin(2 * Math.PI * times * share + phase);
  };
  const path = () => {
    const [tremble, swing, wander] = [wave(tremorRate), wave(0.35), wave(0.12)];
    return (share: number) =>
      (tremor * tremble(share) + 0.5 * sway * swing(share) + WANDERING_SECONDS * pan * wander(share)) /
      FIELD_DEGREES;
  };
  const [across, down, around] = [path(), path(), wave(0.2)];
  const frames = Math.ceil(seconds * rate);
  return Array.from({ length: frames }, (_, index) => {
    const share = index / frames;
    return {
      ...{ x: across(share), y: down(share), turn: 0.01 * sway * around(share) },
      ...{ zoom: 1, light: light * (1 + 0.01 * (random() - 0.5)), isNew: true },
    };
  });
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
