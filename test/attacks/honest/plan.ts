import { seededNumbers } from '../../helpers/capture/scene.ts';
import type { HandName } from '../scenes/hand.ts';
import { SCENES, type SceneKind } from '../scenes/lens.ts';
import type { PhoneName, Photographed } from './phones.ts';

/** How time goes by for a customer, in milliseconds. */
export interface Pace {
  name: string;
  /** From opening the page, or the last photo, to the next one. */
  aimMs: number;
  /** From taking a photo to sending it. */
  keptMs: number;
  /** Loads the page again between two photos, or with photos that are not sent yet. */
  reloads: 'never' | 'between photos' | 'before sending';
  /** Uses two tabs in turn. */
  tabs?: boolean;
}

export interface HonestVisit {
  pace: Pace;
  photos: Photographed[];
  /** As the device tells it; absent: the customer does not share it. */
  location?: { lat: number; lng: number; accuracy: number };
}

const MINUTE = 60_000;
const PACES: (Pace & { visits: number; photos: number })[] = [
  { name: 'at once', aimMs: 4_000, keptMs: 300, reloads: 'never', visits: 146, photos: 2 },
  { name: 'quick', aimMs: 1_800, keptMs: 100, reloads: 'never', visits: 14, photos: 2 },
  { name: 'slow network', aimMs: 6_000, keptMs: 2 * MINUTE, reloads: 'never', visits: 20, photos: 2 },
  { name: 'page open for an hour', aimMs: 60 * MINUTE, keptMs: 500, reloads: 'never', visits: 12, photos: 1 },
  { name: 'out of reach', aimMs: 9_000, keptMs: 20 * MINUTE, reloads: 'never', visits: 10, photos: 2 },
  { name: 'reload', aimMs: 5_000, keptMs: 300, reloads: 'between photos', visits: 14, photos: 2 },
  {
    name: 'sent after a reload',
    aimMs: 5_000,
    keptMs: 300,
    reloads: 'before sending',
    visits: 14,
    photos: 2,
  },
  { name: 'two tabs', aimMs: 5_000, keptMs: 300, reloads: 'never', tabs: true, visits: 10, photos: 2 },
];
/** People who photograph one thing twice, from the hand. */
const TWICE: Pace = { name: 'the same thing twice', aimMs: 4_000, keptMs: 300, reloads: 'never' };
const TWICE_VISITS = 36;

const SIZES: [width: number, height: number][] = [
  [640, 480],
  [480, 640],
  [800, 600],
  [720, 960],
  [960, 720],
  [1280, 720],
  [720, 1280],
  [1024, 768],
];
/** What takes longest: one photo in eighteen. */
const LARGE_SIZES: [width: number, height: number][] = [
  [1920, 1080],
  [2160, 3840],
  [3264, 2448],
  [4000, 3000],
  [1080, 1920],
];
const PHONE_SHARES: [PhoneName, number][] = [
  ['pixel', 0.3],
  ['samsung', 0.25],
  ['oldAndroid', 0.1],
  ['tablet', 0.05],
  ['iphone', 0.12],
  ['iphoneInGerman', 0.06],
  ['firefox', 0.12],
];
const HAND_SHARES: [HandName, number][] = [
  ['usual', 0.4],
  ['steady', 0.2],
  ['shaking', 0.15],
  ['walking', 0.07],
  ['panning', 0.07],
  ['turningPhone', 0.04],
  ['tripod', 0.07],
];
const LIGHT_SHARES: [Pick<Photographed, 'light' | 'noise'>, number][] = [
  [{ light: 1, noise: 2.5 }, 0.5],
  // A phone's own noise reduction leaves little.
  [{ light: 1, noise: 0.8 }, 0.14],
  [{ light: 0.55, noise: 5 }, 0.12],
  [{ light: 0.25, noise: 7 }, 0.1],
  [{ light: 1.5, noise: 1.5 }, 0.08],
  [{ light: 2.2, noise: 1 }, 0.06],
];
const RATE_SHARES: [number, number][] = [
  [30, 0.7],
  [60, 0.05],
  [15, 0.1],
  [5, 0.1],
  [3, 0.05],
];

/** All visits, the same in every run; `share` takes a part of each pace. */
export function planVisits(share = 1): HonestVisit[] {
  const random = seededNumbers(20_260_131);
  let number = 0;
  const nextPhotos = (count: number): Photographed[] => {
    const phone = drawn(PHONE_SHARES, random);
    return Array.from({ length: count }, () => {
      number += 1;
      return { ...photoNumber(number, random), phone };
    });
  };
  const usual = PACES.flatMap(({ visits, photos, ...pace }) =>
    Array.from(
      { length: Math.ceil(visits * share) },
      (): HonestVisit => ({
        pace,
        photos: nextPhotos(photos),
        ...placeOf(random),
      }),
    ),
  );
  const twice = Array.from({ length: Math.ceil(TWICE_VISITS * share) }, (): HonestVisit => {
    const photos = nextPhotos(1).flatMap((first) => [first, again(first, random)]);
    return { pace: TWICE, photos, ...placeOf(random) };
  });
  return [...usual, ...twice];
}

function photoNumber(number: number, random: () => number): Omit<Photographed, 'phone'> {
  const sizes = number % 18 === 0 ? LARGE_SIZES : SIZES;
  const [width, height] = sizes[Math.floor(random() * sizes.length)] ?? [640, 480];
  const scene = SCENES[number % SCENES.length] ?? 'clutter';
  return {
    scene: { kind: scene, seed: number },
    size: { width, height },
    hand: drawn(HAND_SHARES, random),
    ...lightOn(scene, random),
    blur: random() < 0.2 ? 3 + 4 * random() : 1.2,
    rate: drawn(RATE_SHARES, random),
    looks: random() < 0.1 ? 5 : 10,
    seed: number,
  };
}

/** What is dark by itself is not made darker, and a white wall is not burned out: no one would keep that photo. */
function lightOn(kind: SceneKind, random: () => number): Pick<Photographed, 'light' | 'noise'> {
  const { light, noise } = drawn(LIGHT_SHARES, random);
  if (kind === 'night') return { light: 1, noise: 5 };
  return { light: kind === 'wall' ? Math.min(light, 1) : light, noise };
}

/** A few seconds later: a step aside, a little nearer, the phone held a little differently. */
function again(first: Photographed, random: () => number): Photographed {
  const within = (reach: number) => reach * (2 * random() - 1);
  return {
    ...first,
    aim: { x: within(0.06), y: within(0.06), turn: within(0.035), zoom: 1.03 + within(0.06) },
    light: first.light * (1 + within(0.06)),
    seed: first.seed + 100_000,
  };
}

function placeOf(random: () => number): Pick<HonestVisit, 'location'> {
  if (random() < 0.4) return {};
  return {
    location: { lat: 48 + 4 * random(), lng: 7 + 6 * random(), accuracy: Math.round(5 + 60 * random()) },
  };
}

function drawn<T>(shares: [T, number][], random: () => number): T {
  let left = random();
  for (const [value, share] of shares) {
    left -= share;
    if (left < 0) return value;
  }
  return (shares[0] as [T, number])[0];
}
