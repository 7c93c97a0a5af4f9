import { BLOCK_BYTES, coefficients, GRAYS_OF_COLOR, grays, rows, weights } from './jpeg-memory';

/** 0: nothing is drawn. 1: as many pixels of each color (4:4:4). 2: half as many, both ways, of all but brightness (4:2:0). */
let sampling: i32 = 0;
let stripWidth: i32 = 0;

export function openDrawing(drawn: i32, unitsAcross: i32): void {
  sampling = drawn;
  stripWidth = 2 * drawn * unitsAcross;
}

export function drawUnit(unit: i32): void {
  if (sampling === 2) drawSampled(unit);
  else if (sampling === 1) drawEqual(unit);
}

/** Fractions of a gray, in bits. */
const FRACTION: i32 = 16;
const MIDDLE_GRAY: i32 = (128 << FRACTION) + (1 << (FRACTION - 1));

function drawEqual(unit: i32): void {
  const to = grays + 2 * unit;
  for (let color: i32 = 0; color < 3; color += 1)
    drawTwo(coefficients + color * BLOCK_BYTES, weights + (color << 6), to + color * GRAYS_OF_COLOR);
}

function drawSampled(unit: i32): void {
  const to = grays + 4 * unit;
  const below = to + 2 * stripWidth;
  drawTwo(coefficients, weights, to);
  drawTwo(coefficients + BLOCK_BYTES, weights, to + 2);
  drawTwo(coefficients + 2 * BLOCK_BYTES, weights, below);
  drawTwo(coefficients + 3 * BLOCK_BYTES, weights, below + 2);
  drawFour(coefficients + 4 * BLOCK_BYTES, weights + 64, to + GRAYS_OF_COLOR);
  drawFour(coefficients + 5 * BLOCK_BYTES, weights + 128, to + 2 * GRAYS_OF_COLOR);
}

/** Four values to four bytes, which stand in each quarter of the result. */
function grayOf(values: v128): v128 {
  const shifted = i32x4.shr_s(values, FRACTION);
  const narrow = i16x8.narrow_i32x4_s(shifted, shifted);
  return i8x16.narrow_i16x8_u(narrow, narrow);
}

/** A block as 2 by 2 pixels: the mean, and what runs across, down, and both ways. */
function drawTwo(from: usize, by: usize, to: usize): void {
  const mean = MIDDLE_GRAY + (load<i16>(from) as i32) * load<i32>(by);
  const across = (load<i16>(from, 2) as i32) * load<i32>(by, 4);
  const down = (load<i16>(from, 4) as i32) * load<i32>(by, 8);
  const both = (load<i16>(from, 8) as i32) * load<i32>(by, 16);
  let values = i32x4.splat(mean);
  values = i32x4.add(values, v128.xor(i32x4.splat(down), i32x4(0, 0, -1, -1)));
  values = i32x4.add(values, v128.xor(i32x4.splat(across), i32x4(0, -1, 0, -1)));
  values = i32x4.add(values, v128.xor(i32x4.splat(both), i32x4(0, -1, -1, 0)));
  // -x is ~x + 1.
  values = i32x4.add(values, i32x4(0, 2, 2, 2));
  const pixels = grayOf(values);
  store<u16>(to, i16x8.extract_lane_u(pixels, 0));
  store<u16>(to + stripWidth, i16x8.extract_lane_u(pixels, 1));
}

/** tan(22.5°) times the value: how strong the first wave is in the second of four pixels, compared with the first one. */
function inSecond(value: i32): i32 {
  return (value >> 7) * 53;
}

function weighted(from: usize, by: usize, index: i32): i32 {
  return (load<i16>(from + (index << 1)) as i32) * load<i32>(by + (index << 2));
}

/** A block as 4 by 4 pixels: first the waves across, for each of the four that run down, then those, all columns at once. */
function drawFour(from: usize, by: usize, to: usize): void {
  const mean = MIDDLE_GRAY + weighted(from, by, 0);
  const isPlain = v128.any_true(v128.or(v128.load(from, 2), v128.load(from, 4))) === false;
  if (isPlain) {
    const gray = grayOf(i32x4.splat(mean));
    for (let row: i32 = 0; row < 4; row += 1) v128.store32_lane(to + row * stripWidth, gray, 0);
    return;
  }
  const a1 = weighted(from, by, 1);
  const a2 = weighted(from, by, 5);
  const a3 = weighted(from, by, 6);
  const a = inSecond(a1 - a3) - 2 * a3;
  const b0 = weighted(from, by, 2);
  const b1 = weighted(from, by, 4);
  const b2 = weighted(from, by, 7);
  const b = inSecond(b1);
  const c0 = weighted(from, by, 3);
  const c1 = weighted(from, by, 8);
  const c = inSecond(c1);
  const means = ofFour(mean + a2 + a1 + a3, mean - a2 + a, mean - a2 - a, mean + a2 - a1 - a3);
  const firsts = ofFour(b0 + b2 + b1, b0 - b2 + b, b0 - b2 - b, b0 + b2 - b1);
  const seconds = ofFour(c0 + c1, c0 + c, c0 - c, c0 - c1);
  const thirds = i32x4.splat(weighted(from, by, 9));
  const outer = i32x4.add(firsts, thirds);
  const turned = i32x4.mul(i32x4.shr_s(i32x4.sub(firsts, thirds), 7), i32x4.splat(53));
  const inner = i32x4.sub(turned, i32x4.add(thirds, thirds));
  const edge = i32x4.add(means, seconds);
  const core = i32x4.sub(means, seconds);
  v128.store32_lane(to, grayOf(i32x4.add(edge, outer)), 0);
  v128.store32_lane(to + stripWidth, grayOf(i32x4.add(core, inner)), 0);
  v128.store32_lane(to + 2 * stripWidth, grayOf(i32x4.sub(core, inner)), 0);
  v128.store32_lane(to + 3 * stripWidth, grayOf(i32x4.sub(edge, outer)), 0);
}

function ofFour(a: i32, b: i32, c: i32, d: i32): v128 {
  const first = i32x4.replace_lane(i32x4.splat(a), 1, b);
  return i32x4.replace_lane(i32x4.replace_lane(first, 2, c), 3, d);
}

/** Four bytes as numbers. */
function fourAt(at: usize): v128 {
  return i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(v128.load32_zero(at)));
}

/** JFIF: brightness and two differences become red, green and blue. In 65,536ths. */
export function paintRows(): void {
  const count = stripWidth * 2 * sampling;
  const half = i32x4.splat(32_768);
  const gray128 = i32x4.splat(128);
  let to = rows;
  for (let at: i32 = 0; at < count; at += 4, to += 12) {
    const luma = i32x4.add(i32x4.shl(fourAt(grays + at), 16), half);
    const bluish = i32x4.sub(fourAt(grays + GRAYS_OF_COLOR + at), gray128);
    const reddish = i32x4.sub(fourAt(grays + 2 * GRAYS_OF_COLOR + at), gray128);
    const red = i32x4.add(luma, i32x4.mul(reddish, i32x4.splat(91_881)));
    const blue = i32x4.add(luma, i32x4.mul(bluish, i32x4.splat(116_130)));
    const less = i32x4.add(i32x4.mul(bluish, i32x4.splat(22_554)), i32x4.mul(reddish, i32x4.splat(46_802)));
    const green = i32x4.sub(luma, less);
    const first = i16x8.narrow_i32x4_s(i32x4.shr_s(red, 16), i32x4.shr_s(green, 16));
    const second = i16x8.narrow_i32x4_s(i32x4.shr_s(blue, 16), i32x4.shr_s(blue, 16));
    const colors = i8x16.narrow_i16x8_u(first, second);
    v128.store(to, i8x16.swizzle(colors, i8x16(0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 11, 16, 16, 16, 16)));
  }
}
