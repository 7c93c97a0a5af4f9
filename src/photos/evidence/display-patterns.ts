import { once } from '../../platform/once.ts';
import { release } from '../../platform/release.ts';
import { MIDDLE_SIDE } from '../../shared/capture-report.ts';
import { rounded } from './finding.ts';
import type { Pixels } from './pixels.ts';
import { createSpectra } from './spectra.ts';

/*
 * What a camera makes of the dots of a display. Where they are finer than its pixels, stripes of false color run over the
 * whole picture; where they are coarser, a regular grid is in it, pixel for pixel. Both are given as how far they stand
 * out from other detail that is as fine, as a power of ten.
 */

const TILE = 128;
/** Coarser colors belong to what is shown. In periods per tile. */
const tileSpectra = once(() => createSpectra({ side: TILE, coarsest: 14 }));
/** Also of what is shown, to compare with. */
const widerSpectra = once(() => createSpectra({ side: TILE, coarsest: 4 }));
const middleSpectra = once(() => createSpectra({ side: MIDDLE_SIDE, coarsest: 6 }));
const widerMiddleSpectra = once(() => createSpectra({ side: MIDDLE_SIDE, coarsest: 2 }));
/** What stands out less is chance. */
const LEAST_RATIO = 10;
const CONSIDERED_RATIO = 10 ** 1.7;
/**
 * How far fringes stand out from what is around them in their own direction. An edge is strong there all along, and tiles
 * are again and again.
 */
const LEAST_ALONE = 10 ** 1.15;
const QUITE_ALONE = 10 ** 2;
/** How much more the colors of fringes swing than their brightness. */
const LEAST_COLOR = 5.5;
const LEAST_COLOR_ALONE = 3;
/** Where the dots themselves can be told apart, their light swings as much: finely, and more regularly than anything else. */
const DOTS_PER_TILE = 30;
const DOTS_RATIO = 10 ** 3.3;
/** Joints between tiles are as colorful across as along; the dots of one color stand one below the other. */
const MAX_ACROSS = 0.5;
/** The dots have all three colors; tiles and fabric often have two. */
const LEAST_BALANCE = 0.2;
/** Stripes that are a part of coarser ones, of light and dark, belong to a thing. */
const COARSER = [2, 3];
const COARSER_RATIO = 10 ** 1.9;
/** Of a tile, in shares of the picture. */
interface Middle {
  x: number;
  y: number;
}
type Pair = readonly [Middle, Middle];
const UPPER_TILES: Pair = [
  { x: 0.25, y: 0.3 },
  { x: 0.75, y: 0.3 },
];
const LOWER_TILES: Pair = [
  { x: 0.25, y: 0.7 },
  { x: 0.75, y: 0.7 },
];
/** A display fills the picture, but part of it may be black. */
const TILES_WITH_FRINGES = 3;

/** Stripes of color over the whole picture; null for one that is too small, or without color. */
export function fringesOf(pixels: Pixels): number | null {
  if (pixels.channels < 3 || pixels.width < TILE || pixels.height < TILE) return null;
  const ofUpper = powersOfPair(pixels, UPPER_TILES, redAgainstGreen);
  const upper = ofUpper.map(tileSpectra().ratios);
  const most = Math.max(...upper.map(strongestIn));
  // What three of the four tiles have, one of these two has. Of nearly all photos none has anything.
  if (most < CONSIDERED_RATIO) {
    for (const done of [...ofUpper, ...upper]) release(done);
    return asPower(most);
  }
  const ofLower = powersOfPair(pixels, LOWER_TILES, redAgainstGreen);
  const colors = [...ofUpper, ...ofLower];
  const { bin, ratio } = strongestInCommon([...upper, ...ofLower.map(tileSpectra().ratios)]);
  return ratio < CONSIDERED_RATIO || isOfDisplay(pixels, colors, bin) ? asPower(ratio) : 0;
}

/** Fences before a meadow, tiled walls and woven cloth have stripes too. */
function isOfDisplay(pixels: Pixels, colors: Float64Array[], bin: number): boolean {
  const light = powersOfTiles(pixels, brightness);
  const swing = (tiles: Float64Array[]) => tiles.reduce((sum, tile) => sum + strongestAround(tile, bin), 0);
  const lightRatios = light.map(widerSpectra().ratios);
  const areDots = isFine(bin) && inCommon(lightRatios, bin) > DOTS_RATIO;
  const leastColor = (least: number) => (areDots ? 1 : least) * swing(light);
  const reddish = swing(colors);
  // Too little, even with as much of the other colors as there may be: saves looking at those.
  if (reddish + reddish / LEAST_BALANCE < leastColor(LEAST_COLOR_ALONE)) return false;
  const blue = powersOfTiles(pixels, blueAgainstOthers);
  const bluish = swing(blue);
  if (Math.min(reddish, bluish) < LEAST_BALANCE * Math.max(reddish, bluish)) return false;
  const both = colors.map((tile, index) => tile.map((power, at) => power + (blue[index]?.[at] ?? 0)));
  const alone = ofMostTiles(
    both.map((powers) => {
      const { own, others } = alongDirection({ powers, side: TILE, coarsest: 4, reach: 14 }, bin);
      return own / (others[others.length >> 1] ?? own);
    }),
  );
  if (alone < LEAST_ALONE) return false;
  const across = both.map((tile) => strongestAround(tile, binAcross(bin)) / strongestAround(tile, bin));
  if (ofMostTiles(across) > MAX_ACROSS) return false;
  if (alone >= QUITE_ALONE) return reddish + bluish >= leastColor(LEAST_COLOR_ALONE);
  if (reddish + bluish < leastColor(LEAST_COLOR)) return false;
  return COARSER.every((times) => inCommon(lightRatios, coarserBin(bin, times)) < COARSER_RATIO);
}

/** A grid in the middle of the frames of the camera, pixel for pixel; not lines of a text, which are coarse first of all. */
export function gridOf(middles: Buffer[]): number {
  const total = new Float64Array(MIDDLE_SIDE ** 2 / 2);
  for (let index = 0; index < middles.length; index += 2) {
    const one = new Float64Array(middles[index] as Buffer);
    const next = middles[index + 1];
    const other = next === undefined ? new Float64Array(one.length) : new Float64Array(next);
    for (const powers of widerMiddleSpectra().powers(one, other)) {
      for (const bin of widerMiddleSpectra().bins)
        total[bin] = (total[bin] as number) + (powers[bin] as number);
    }
  }
  const ratios = middleSpectra().ratios(total);
  const ratio = Math.max(0, ...ratios);
  const line = { powers: total, side: MIDDLE_SIDE, coarsest: 2, reach: MIDDLE_SIDE };
  const { own, others } = alongDirection(line, ratios.indexOf(ratio));
  return own < (others.at(-1) ?? 0) ? 0 : asPower(ratio);
}

interface Line {
  powers: Float64Array;
  side: number;
  /** Of interest, in periods per square. */
  coarsest: number;
  /** How much coarser or finer than this one. */
  reach: number;
}

/** How far apart two have to be to be told apart. */
const APART = 3.5;

/** How strong stripes are, and others of the same direction that are coarser and finer, the weakest first. */
function alongDirection({ powers, side, coarsest, reach }: Line, bin: number) {
  const [x, y] = stripesAt(bin, side);
  const fineness = Math.hypot(x, y);
  const strength = (other: number) => {
    const [across, down] = [Math.round((x / fineness) * other), Math.round((y / fineness) * other)];
    return strongestAround(powers, down * side + ((across + side) % side), side);
  };
  const others: number[] = [];
  for (let other = coarsest; other <= side / 2 - 2; other += 1) {
    const distance = Math.abs(other - fineness);
    if (distance >= APART && distance <= reach) others.push(strength(other));
  }
  return { own: strength(fineness), others: others.sort((a, b) => a - b) };
}

function asPower(ratio: number): number {
  return rounded(Math.log10(Math.max(1, ratio)), 2);
}

type Shade = (red: number, green: number, blue: number) => number;
const redAgainstGreen: Shade = (red, green) => red - green;
const blueAgainstOthers: Shade = (red, green, blue) => blue - (red + green) / 2;
const brightness: Shade = (red, green, blue) => 0.3 * red + 0.59 * green + 0.11 * blue;

function powersOfTiles(pixels: Pixels, shade: Shade): Float64Array[] {
  return [UPPER_TILES, LOWER_TILES].flatMap((pair) => powersOfPair(pixels, pair, shade));
}

/** Used again for every pair of tiles: they are only looked at. */
const tilesOfPair = once(() => [new Float64Array(TILE * TILE), new Float64Array(TILE * TILE)] as const);

function powersOfPair(pixels: Pixels, [one, other]: Pair, shade: Shade): Float64Array[] {
  const [first, second] = tilesOfPair();
  fillTile(first, pixels, one, shade);
  fillTile(second, pixels, other, shade);
  return widerSpectra().powers(first, second);
}

function fillTile(
  tile: Float64Array,
  { data, width, height, channels }: Pixels,
  { x, y }: Middle,
  shade: Shade,
): void {
  const start = (middle: number, length: number) =>
    Math.min(Math.max(Math.round(middle * length) - TILE / 2, 0), length - TILE);
  const origin = (start(y, height) * width + start(x, width)) * channels;
  for (let row = 0, to = 0; row < TILE; row += 1) {
    for (let at = origin + row * width * channels, column = 0; column < TILE; column += 1, to += 1) {
      tile[to] = shade(data[at] as number, data[at + 1] as number, data[at + 2] as number);
      at += channels;
    }
  }
}

function strongestIn(ratios: Float64Array): number {
  let strongest = 0;
  for (const bin of tileSpectra().bins) strongest = Math.max(strongest, ratios[bin] as number);
  return strongest;
}

/** What most tiles have. */
function strongestInCommon(tiles: Float64Array[]): { bin: number; ratio: number } {
  let strongest = { bin: 0, ratio: 0 };
  for (const bin of tileSpectra().bins) {
    const isChance = tiles.every((tile) => (tile[bin] as number) < LEAST_RATIO);
    if (isChance) continue;
    const ratio = inCommon(tiles, bin);
    if (ratio > strongest.ratio) strongest = { bin, ratio };
  }
  return strongest;
}

function inCommon(tiles: Float64Array[], bin: number): number {
  return ofMostTiles(tiles.map((tile) => strongestAround(tile, bin)));
}

function ofMostTiles(values: number[]): number {
  return values.sort((a, b) => b - a)[TILES_WITH_FRINGES - 1] as number;
}

/** Stripes in the same direction that are so many times as wide. */
function coarserBin(bin: number, times: number): number {
  const [x, y] = stripesAt(bin);
  return Math.round(y / times) * TILE + ((Math.round(x / times) + TILE) % TILE);
}

/** Stripes as wide, at a right angle. */
function binAcross(bin: number): number {
  const [x, y] = stripesAt(bin);
  return x < 0 ? -x * TILE + y : x * TILE + ((TILE - y) % TILE);
}

function isFine(bin: number): boolean {
  return Math.hypot(...stripesAt(bin)) >= DOTS_PER_TILE;
}

/** How many stripes there are across and down. */
function stripesAt(bin: number, side = TILE): [across: number, down: number] {
  const x = bin % side;
  return [x > side / 2 ? x - side : x, Math.floor(bin / side)];
}

/** A display that is not quite parallel shifts them a little from tile to tile. */
function strongestAround(powers: Float64Array, bin: number, side = TILE): number {
  const [x, y] = stripesAt(bin, side);
  let strongest = 0;
  for (let row = y - 1; row <= y + 1; row += 1) {
    for (let column = x - 1; column <= x + 1; column += 1) {
      // Real values are as strong in one direction as in the opposite one, of which only half are kept.
      const [down, across] = row < 0 ? [-row, -column] : [row, column];
      strongest = Math.max(strongest, powers[down * side + ((across + side) % side)] ?? 0);
    }
  }
  return strongest;
}
