import type { CharacterWidth } from './pdf-fonts.ts';

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

/** What every font has, and most texts are made of. */
const PLAIN = /^[\x20-\x7e\xa1-\xff]*$/;
const graphemes = new Intl.Segmenter();

/**
 * The text in characters that the fonts have: all of Latin-1, and the nearest letter for other Latin ones. For anything
 * else stands what it is: a reader who sees nothing but question marks does not know what is missing.
 */
export function showable(text: string): ShowableText {
  if (PLAIN.test(text)) return { text, isReplaced: false };
  let shown = '';
  let missing = '';
  /** What follows it, and may lie between two words of it. */
  let between = '';
  let isReplaced = false;
  const nameMissing = () => {
    shown += (missing === '' ? '' : nameOf(missing)) + between;
    missing = '';
    between = '';
  };
  for (const { segment } of graphemes.segment(text.normalize('NFC'))) {
    const nearest = nearestOf(segment);
    if (nearest === undefined) {
      isReplaced = true;
      missing += segment;
      between = '';
    } else {
      between += nearest;
      if (missing === '' || /[\p{L}\p{N}\n]/u.test(nearest)) nameMissing();
    }
  }
  nameMissing();
  return { text: shown, isReplaced };
}

const SCRIPTS: [RegExp, string][] = [
  [/\p{Script=Arabic}/u, 'Arabic text'],
  [/\p{Script=Devanagari}/u, 'Devanagari text'],
  [/\p{Script=Cyrillic}/u, 'Cyrillic text'],
  [/\p{Script=Greek}/u, 'Greek text'],
  [/\p{Script=Hebrew}/u, 'Hebrew text'],
  [/\p{Script=Hiragana}|\p{Script=Katakana}/u, 'Japanese text'],
  [/\p{Script=Hangul}/u, 'Korean text'],
  [/\p{Script=Han}/u, 'Chinese text'],
  [/\p{L}/u, 'text'],
];

function nameOf(missing: string): string {
  const [, name = 'symbol'] = SCRIPTS.find(([script]) => script.test(missing)) ?? [];
  return `[${name}]`;
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
  const bytes = [...text].map((character) => codeOf(character) ?? '?'.charCodeAt(0));
  return `<${Buffer.from(bytes).toString('hex')}>`;
}

/** As a string outside of the pages, which the reader's own fonts show: any character will do. */
export function pdfInfoString(text: string): string {
  return `<feff${Buffer.from(text.toWellFormed(), 'utf16le').swap16().toString('hex')}>`;
}

/** Breaks text into lines; a word wider than a line is broken too. Every character is measured once. */
export function wrap(text: string, widthOf: CharacterWidth, width: number): string[] {
  return text.split('\n').flatMap((paragraph) => wrapParagraph(paragraph, widthOf, width));
}

function wrapParagraph(paragraph: string, widthOf: CharacterWidth, width: number): string[] {
  const lines: string[] = [];
  const space = widthOf(' ');
  let line: Piece = { text: '', width: 0 };
  for (const word of paragraph.split(' ')) {
    const pieces = breakWord(word, widthOf, width);
    const last = pieces.pop() ?? { text: '', width: 0 };
    const isFirst = line.text === '';
    if (pieces.length === 0 && line.width + (isFirst ? 0 : space) + last.width <= width) {
      line = isFirst ? last : { text: `${line.text} ${last.text}`, width: line.width + space + last.width };
      continue;
    }
    if (!isFirst) lines.push(line.text);
    lines.push(...pieces.map(({ text }) => text));
    line = last;
  }
  return [...lines, line.text];
}

interface Piece {
  text: string;
  width: number;
}

/** In one piece where it fits into a line. */
function breakWord(word: string, widthOf: CharacterWidth, width: number): Piece[] {
  let piece: Piece = { text: '', width: 0 };
  const pieces = [piece];
  for (const character of word) {
    const added = widthOf(character);
    if (piece.text !== '' && piece.width + added > width) {
      piece = { text: '', width: 0 };
      pieces.push(piece);
    }
    piece.text += character;
    piece.width += added;
  }
  return pieces;
}
