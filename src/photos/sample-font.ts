/** Letters of 5 by 7 dots, row by row, one bit per dot: image libraries that draw text need fonts and SVG. */
const ROWS: Record<string, string> = {
  A: '0e11111f111111',
  B: '1e11111e11111e',
  C: '0e11101010110e',
  D: '1e11111111111e',
  E: '1f10101e10101f',
  F: '1f10101e101010',
  G: '0e11101711110f',
  H: '1111111f111111',
  I: '0e04040404040e',
  J: '0702020202120c',
  K: '11121418141211',
  L: '1010101010101f',
  M: '111b1515111111',
  N: '11111915131111',
  O: '0e11111111110e',
  P: '1e11111e101010',
  Q: '0e11111115120d',
  R: '1e11111e141211',
  S: '0f10100e01011e',
  T: '1f040404040404',
  U: '1111111111110e',
  V: '11111111110a04',
  W: '1111111515150a',
  X: '11110a040a1111',
  Y: '1111110a040404',
  Z: '1f01020408101f',
  0: '0e11131519110e',
  1: '040c040404040e',
  2: '0e11010204081f',
  3: '1f02040201110e',
  4: '02060a121f0202',
  5: '1f101e0101110e',
  6: '0608101e11110e',
  7: '1f010204080808',
  8: '0e11110e11110e',
  9: '0e11110f01020c',
  ' ': '00000000000000',
  '-': '0000001f000000',
  '.': '00000000000c0c',
  ',': '000000000c0408',
  '/': '00010204081000',
  ':': '000c0c000c0c00',
  '#': '0a0a1f0a1f0a0a',
  '?': '0e110102040004',
  '!': '04040404040004',
};
const UNKNOWN = '1f11111111111f';

export const LETTER_WIDTH = 5;
export const LETTER_HEIGHT = 7;

/** The dots of a text in one line, as positions; letters without a shape become boxes. */
export function dotsOfText(text: string): { x: number; y: number }[] {
  const letters = [...text.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase()];
  return letters.flatMap((letter, index) => {
    const rows = Buffer.from(ROWS[letter] ?? UNKNOWN, 'hex');
    return [...rows].flatMap((bits, y) =>
      Array.from({ length: LETTER_WIDTH }, (_, x) => x)
        .filter((x) => bits & (1 << (LETTER_WIDTH - 1 - x)))
        .map((x) => ({ x: index * (LETTER_WIDTH + 1) + x, y })),
    );
  });
}
