/** Three of the fonts that every PDF reader has; nothing is embedded. Widths are of Adobe's metrics, in thousandths. */
export type PdfFont = 'regular' | 'bold' | 'mono';

export const FONT_NAMES: Record<PdfFont, string> = {
  regular: 'Helvetica',
  bold: 'Helvetica-Bold',
  mono: 'Courier',
};

const ASCII_START = 32;
const REGULAR_ASCII = parse(
  '278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278 584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 667 667 611 278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500 334 260 334 584',
);
const BOLD_ASCII = parse(
  '278 333 474 556 556 889 722 238 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 333 333 584 584 584 611 975 722 722 722 722 667 611 778 722 278 556 722 611 833 722 778 667 778 722 667 611 722 667 944 667 667 611 333 278 333 584 556 333 556 611 556 611 556 333 611 611 278 278 556 278 889 611 611 611 611 389 556 333 611 556 778 556 556 500 389 280 389 584',
);
/** Beyond ASCII, where an accented letter is not as wide as the plain one. */
const SPECIAL: Record<string, number> = {
  ...widths(1000, 'Æ…‰Œ—™'),
  ...widths(944, 'œ'),
  ...widths(889, 'æ'),
  ...widths(834, '¼½¾'),
  ...widths(778, 'Ø'),
  ...widths(737, '©®'),
  ...widths(722, 'Ð'),
  ...widths(667, 'Þ'),
  ...widths(611, 'ßø¿'),
  ...widths(584, '¬±×÷'),
  ...widths(400, '°'),
  ...widths(365, 'º'),
  ...widths(370, 'ª'),
  ...widths(350, '•'),
  ...widths(333, '¡¨¯²³´¸¹ˆ˜‹›„“”\u00ad'),
  ...widths(278, '\u00a0·ìíîï‚‘’'),
  ...widths(260, '¦'),
};
const UNKNOWN = 600;
const MONO = 600;

/** How wide a character is, in points. */
export type CharacterWidth = (character: string) => number;

/** Looked up once for each character: there are some two hundred that the fonts can show. */
const known: Record<PdfFont, Map<string, number>> = { regular: new Map(), bold: new Map(), mono: new Map() };

export function widthsOf(font: PdfFont, size: number): CharacterWidth {
  const found = known[font];
  return (character) => {
    let width = found.get(character);
    if (width === undefined) {
      width = lookUp(character, font);
      found.set(character, width);
    }
    return (width * size) / 1000;
  };
}

function lookUp(character: string, font: PdfFont): number {
  if (font === 'mono') return MONO;
  const ascii = font === 'bold' ? BOLD_ASCII : REGULAR_ASCII;
  const plain = character.normalize('NFD').charCodeAt(0) - ASCII_START;
  return SPECIAL[character] ?? ascii[plain] ?? UNKNOWN;
}

function parse(list: string): number[] {
  return list.split(' ').map(Number);
}

function widths(width: number, characters: string): Record<string, number> {
  return Object.fromEntries([...characters].map((character) => [character, width]));
}
