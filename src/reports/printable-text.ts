import type { FaceOf, FontFace } from './font-faces.ts';

export interface PrintableText {
  text: string;
  /** Something in it has no font, and is named instead. */
  isReplaced: boolean;
}

export const graphemes = new Intl.Segmenter();

const MARK = /^\p{M}$/u;
/** A font without one of the less usual spaces makes it of the usual one. */
export const SPACE = /^\p{Zs}$/u;
export const INVISIBLE = /^\p{Default_Ignorable_Code_Point}$/u;
/** A text in a script without a font would be nothing but numbers. */
const NAMED_AT_MOST = 8;

/** In one form of each letter, without what no paper can show; half a character is the replacement character. */
export function cleaned(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
    .replaceAll('\t', '    ')
    .replace(/(?!\n)\p{Cc}/gu, '');
}

/** The font that has all of a letter and its marks. */
export function faceOfLetter(letter: string, faceOf: FaceOf): FontFace | undefined {
  const visible = [...letter].filter((character) => !INVISIBLE.test(character)).map(codePointOf);
  return visible
    .map(faceOf)
    .find((face) => face !== undefined && visible.every((codePoint) => face.characters.has(codePoint)));
}

/** The text, with the numbers of those characters in square brackets that no font has. */
export function printable(text: string, faceOf: FaceOf): PrintableText {
  const parts: string[] = [];
  let missing: string[] = [];
  let isReplaced = false;
  const nameMissing = () => {
    if (missing.length > 0) parts.push(nameOf(missing));
    missing = [];
  };
  for (const { segment } of graphemes.segment(text)) {
    const isWhole = faceOfLetter(segment, faceOf) !== undefined;
    const base = faceOf(codePointOf(segment));
    for (const character of segment) {
      const isShown =
        isWhole ||
        character === '\n' ||
        INVISIBLE.test(character) ||
        SPACE.test(character) ||
        // A mark of another font would not stand where it belongs.
        (MARK.test(character) ? base : faceOf(codePointOf(character)))?.characters.has(
          codePointOf(character),
        );
      if (isShown) {
        nameMissing();
        parts.push(character);
      } else {
        isReplaced = true;
        missing.push(character);
      }
    }
  }
  nameMissing();
  return { text: parts.join(''), isReplaced };
}

export function codePointOf(character: string): number {
  return character.codePointAt(0) ?? 0;
}

function nameOf(missing: string[]): string {
  const named = missing.slice(0, NAMED_AT_MOST).map((character) => {
    const digits = codePointOf(character).toString(16).toUpperCase();
    return `U+${digits.padStart(4, '0')}`;
  });
  const more = missing.length - named.length;
  return `[${named.join(' ')}${more > 0 ? ` and ${more} more` : ''}]`;
}
