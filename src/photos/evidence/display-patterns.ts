import { once } from '../../platform/once.ts';
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
/** What stands out less is chance. */
const LEAST_RATIO = 10;
const CONSIDERED_RATIO = 10 ** 1.7;
/** How much more the colors of fringes swing than their brightness. */
const LEAST_COLOR = 5.5;
/** Where the dots themselves can be told apart, their light swings as much: finely, and more regularly than anything else. */
const DOTS_PER_TILE = 30;
const DOTS_RATIO = 10 ** 3.3;
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
  if (most < CONSIDERED_RATIO) return asPower(most);
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
  const least = (areDots ? 1 : LEAST_COLOR) * swing(light);
  const reddish = swing(colors);
  // Too little, even with as much of the other colors as there may be: saves looking at those.
  if (reddish + reddish / LEAST_BALANCE < least) return false;
  const bluish = swing(powersOfTiles(pixels, blueAgainstOthers));
  if (reddish + bluish < least) return false;
  if (Math.min(reddish, bluish) < LEAST_BALANCE * Math.max(reddish, bluish)) return false;
  return COARSER.every((times) => inCommon(lightRatios, coarserBin(bin, times)) < COARSER_RATIO);
}

/** A grid in the middle of the frames of the camera, pixel for pixel. */
export function gridOf(middles: Buffer[]): number {
  const total = new Float64Array(MIDDLE_SIDE ** 2 / 2);
  for (let index = 0; index < middles.length; index += 2) {
    const one = new Float64Array(middles[index] as Buffer);
    const next = middles[index + 1];
    const other = next === undefined ? new Float64Array(one.length) : new Float64Array(next);
    for (const powers of middleSpectra().powers(one, other)) {
      for (const bin of middleSpectra().bins) total[bin] = (total[bin] as number) + (powers[bin] as number);
    }
  }
  return asPower(Math.max(0, ...middleSpectra().ratios(total)));
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

function powersOfPair(pixels: Pixels, [one, other]: Pair, shade: Shade): Float64Array[] {
  return widerSpectra().powers(shadesOf(pixels, one, shade), shadesOf(pixels, other, shade));
}

function shadesOf({ data, width, height, channels }: Pixels, { x, y }: Middle, shade: Shade): Float64Array {
  const start = (middle: number, length: number) =>
    Math.min(Math.max(Math.round(middle * length) - TILE / 2, 0), length - TILE);
  const origin = (start(y, height) * width + start(x, width)) * channels;
  const tile = new Float64Array(TILE * TILE);
  for (let row = 0, to = 0; row < TILE; row += 1) {
    for (let at = origin + row * width * channels, column = 0; column < TILE; column += 1, to += 1) {
      tile[to] = shade(data[at] as number, data[at + 1] as number, data[at + 2] as number);
      at += channels;
    }
  }
  return tile;
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
  const ratios = tiles.map((tile) => strongestAround(tile, bin)).sort((a, b) => b - a);
  return ratios[TILES_WITH_FRINGES - 1] as number;
}

/** Stripes in the same direction that are so many times as wide. */
function coarserBin(bin: number, times: number): number {
  const [x, y] = [bin % TILE, Math.floor(bin / TILE)];
  const across = Math.round((x > TILE / 2 ? x - TILE : x) / times);
  return Math.round(y / times) * TILE + ((across + TILE) % TILE);
}

function isFine(bin: number): boolean {
  const [x, y] = [bin % TILE, Math.floor(bin / TILE)];
  return Math.hypot(Math.min(x, TILE - x), y) >= DOTS_PER_TILE;
}

/** A display that is not quite parallel shifts them a little from tile to tile. */
function strongestAround(tile: Float64Array, bin: number): number {
  const [x, y] = [bin % TILE, Math.floor(bin / TILE)];
  let strongest = 0;
  for (let row = y - 1; row <= y + 1; row += 1) {
    for (let column = x - 1; column <= x + 1; column += 1)
      strongest = Math.max(strongest, tile[row < 0 ? wrapped(-row, -column) : wrapped(row, column)] ?? 0);
  }
  return strongest;
}

/** Real values are as strong in one direction as in the opposite one, of which only half are kept. */
const wrapped = (row: number, column: number) => row * TILE + ((column + TILE) % TILE);
