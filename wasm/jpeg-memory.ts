/** Stretches of the photo come in here. */
const INPUT_BYTES: i32 = 8 * 1024;
/** Of one row of units, in the widest photo that is opened. */
const STRIP_PIXELS: i32 = 4 * 16384;
/** What an end of a block writes, behind all of them. */
const COEFFICIENT_MARGIN: i32 = 512;
const MAX_BLOCKS: i32 = 10;

/** Bytes that are worked on at once. */
export const LANES: i32 = 16;
/** A step over zeros leads no further than this behind the last coefficient that is wanted. */
export const BLOCK_BYTES: i32 = 64;
/** From the pixels of one color to those of the next. */
export const GRAYS_OF_COLOR: i32 = STRIP_PIXELS;

// What the caller writes and reads.
export const input: usize = memory.data(INPUT_BYTES + LANES, 16);
export const tables: usize = memory.data(8 * 25 * 1024, 16);
/** For each block of a unit: four times its component, its two tables, and the last coefficient that is wanted. */
export const blocks: usize = memory.data(MAX_BLOCKS * 16, 16);
/** For each component: how much each coefficient adds to the first pixel. */
export const weights: usize = memory.data(4 * 16 * 4, 16);
/** The painted rows of one row of units, behind each other: 3 bytes for each pixel, and room for one more store. */
export const rows: usize = memory.data(3 * STRIP_PIXELS + LANES, 16);

/** Of the blocks of one unit. */
export const coefficients: usize = memory.data(MAX_BLOCKS * BLOCK_BYTES + COEFFICIENT_MARGIN, 16);
/** The pixels of one row of units, color by color. */
export const grays: usize = memory.data(3 * STRIP_PIXELS + LANES, 16);
