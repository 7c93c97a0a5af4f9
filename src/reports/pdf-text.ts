import { type PdfFont, widthOf } from './pdf-fonts.ts';

/** What stands for a character that the fonts do not have. */
export const REPLACEMENT = '?';

/** Windows-1252, which the fonts are asked for, differs from Latin-1 here. */
const WINDOWS_1252: Record<string, number> = Object.fromEntries(
  [...'€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'].map((character, index) => [
    character,
    0x80 + index,
  ]),
);

/** Letters that are more than a plain letter with an accent. */
const NEAREST: Record<string, string> = {
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ħ: 'h',
  Ħ: 'H',
  ı: 'i',
  ĸ: 'k',
  ŋ: 'n',
  Ŋ: 'N',
  ŧ: 't',
  Ŧ: 'T',
  ẞ: 'SS',
  '‐': '-',
  '‑': '-',
  '‒': '–',
  '―': '—',
  '−': '-',
  '\u2009': ' ',
  '\u202f': ' ',
  '\u200b': '',
  '\ufeff': '',
};

export interface ShowableText {
  text: string;
  /** Something had to be replaced. */
  isReplaced: boolean;
}

/** The text in characters that the fonts have: all of Latin-1, and the nearest letter for other Latin ones. */
export function showable(text: string): ShowableText {
  let shown = '';
  let isReplaced = false;
  for (const { segment } of new Intl.Segmenter().segment(text.normalize('NFC'))) {
    const nearest = nearestOf(segment);
    isReplaced ||= nearest === undefined;
    shown += nearest ?? REPLACEMENT;
  }
  return { text: shown, isReplaced };
}

function nearestOf(character: string): string | undefined {
  if (/^\s+$/.test(character)) return character.includes('\n') ? '\n' : ' ';
  let shown = '';
  for (const one of character) {
    const nearest = codeOf(one) === undefined ? (NEAREST[one] ?? plainOf(one)) : one;
    if (nearest === undefined) return undefined;
    shown += nearest;
  }
  return shown;
}

/** The letter under the accents. */
function plainOf(character: string): string | undefined {
  const plain = character.normalize('NFKD').replace(/\p{M}/gu, '');
  return plain !== '' && [...plain].every((one) => codeOf(one) !== undefined) ? plain : undefined;
}

function codeOf(character: string): number | undefined {
  const code = character.codePointAt(0) ?? 0;
  const isLatin1 = (code >= 0x20 && code <= 0x7e) || (code >= 0xa0 && code <= 0xff);
  return isLatin1 ? code : WINDOWS_1252[character];
}

/** As a string of a content stream; hexadecimal, so that nothing in it can mean anything else. */
export function pdfString(text: string): string {
  const bytes = [...text].map((character) => codeOf(character) ?? REPLACEMENT.charCodeAt(0));
  return `<${Buffer.from(bytes).toString('hex')}>`;
}

/** Breaks text into lines; a word wider than a line is broken too. */
export function wrap(text: string, font: PdfFont, size: number, width: number): string[] {
  return text.split('\n').flatMap((paragraph) => wrapParagraph(paragraph, font, size, width));
}

function wrapParagraph(paragraph: string, font: PdfFont, size: number, width: number): string[] {
  const fits = (line: string) => widthOf(line, font, size) <= width;
  const lines: string[] = [];
  let line = '';
  for (const word of paragraph.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (fits(longer)) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = word;
    while (!fits(line)) {
      const part = fittingPart(line, fits);
      lines.push(part);
      line = line.slice(part.length);
    }
  }
  return [...lines, line];
}

function fittingPart(word: string, fits: (line: string) => boolean): string {
  let length = 1;
  while (length < word.length && fits(word.slice(0, length + 1))) length += 1;
  return word.slice(0, length);
}
