/** The second bytes of JPEG markers (ITU-T T.81, table B.1). */
export const SOI = 0xd8;
export const EOI = 0xd9;
export const SOS = 0xda;
export const DQT = 0xdb;
export const DHT = 0xc4;
export const DRI = 0xdd;
export const FIRST_RESTART = 0xd0;
export const SOF_BASELINE = 0xc0;
export const SOF_PROGRESSIVE = 0xc2;
export const APP0 = 0xe0;
export const APP1 = 0xe1;
export const APP2 = 0xe2;
export const APP13 = 0xed;
export const APP14 = 0xee;
export const COM = 0xfe;

/** Lossless, hierarchical, arithmetic and extended images, and what belongs to them (DNL, DHP, EXP, DAC). */
const KINDS_NO_BROWSER_WRITES = new Set([
  0xc1, 0xc3, 0xc5, 0xc6, 0xc7, 0xc8, 0xc9, 0xca, 0xcb, 0xcc, 0xcd, 0xce, 0xcf, 0xdc, 0xde, 0xdf,
]);

export function isKindNoBrowserWrites(marker: number): boolean {
  return KINDS_NO_BROWSER_WRITES.has(marker);
}

export function isRestart(marker: number): boolean {
  return marker >= FIRST_RESTART && marker < FIRST_RESTART + 8;
}

/** Segments that carry something beside the image: APP0 to APP15 and comments. */
export function isExtra(marker: number): boolean {
  return (marker >= APP0 && marker <= 0xef) || marker === COM;
}

export function extraName(marker: number): string {
  return marker === COM ? 'comment' : `APP${marker - APP0}`;
}
