import bidiPackage from 'bidi-js';
import type { FaceOf, FontFace } from './font-faces.ts';
import { codePointOf, faceOfLetter, graphemes, INVISIBLE, SPACE } from './printable-text.ts';
import type { TextRun } from './text-shaping.ts';

// Its types say that Node gets a module with a default; it gets the function itself.
const bidi = (bidiPackage as unknown as typeof bidiPackage.default)();

/** Right-to-left letters, and marks that ask for that direction. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufdff\ufe70-\ufefe\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
/** No one writes so many marks over one letter; they would not fit into a line if the font shows them side by side. */
const MAX_LETTER_LENGTH = 32;

/** Its spaces are as wide as its pictures. */
const EMOJI = 'noto-emoji';

/** A letter with its marks. */
export interface Letter {
  start: number;
  end: number;
  face: FontFace;
  level: number;
}

export interface Paragraph {
  text: string;
  letters: Letter[];
  isRightToLeft: boolean;
}

/** One part of a line whose direction is its own: what stands around it stays where it is. */
export function isolated(text: string): string {
  return RIGHT_TO_LEFT.test(text)
    ? text
        .split('\n')
        .map((line) => `\u2068${line}\u2069`)
        .join('\n')
    : text;
}

export function readParagraph(text: string, faceOf: FaceOf): Paragraph {
  const { levels, base } = levelsOf(text);
  const letters: Letter[] = [];
  let face = faceOf(codePointOf(' '));
  for (const { segment, index } of graphemes.segment(text)) {
    for (const part of partsOf(segment, faceOf)) {
      // A space is in every font: with its neighbor it stays one run.
      const isSpace = SPACE.test(part.text) && face?.family !== EMOJI;
      if (!isSpace) face = part.face ?? face;
      if (face === undefined) throw new Error('There is no font to print with');
      const start = index + part.offset;
      letters.push({ start, end: start + part.text.length, face, level: levels[start] ?? base });
    }
  }
  return { text, letters, isRightToLeft: base % 2 === 1 };
}

/** The runs of some of its letters, in the order in which they are drawn from left to right. */
export function runsOf(letters: Letter[]): TextRun[] {
  const runs: (TextRun & { level: number })[] = [];
  for (const { start, end, face, level } of letters) {
    const last = runs.at(-1);
    if (last?.face === face && last.level === level) last.end = end;
    else runs.push({ start, end, face, level, isRightToLeft: level % 2 === 1 });
  }
  const highest = Math.max(0, ...runs.map(({ level }) => level));
  for (let level = highest; level > 0; level--) reverseFrom(level, runs);
  return runs;
}

function levelsOf(text: string): { levels: Uint8Array | number[]; base: number } {
  if (!RIGHT_TO_LEFT.test(text)) return { levels: [], base: 0 };
  const { levels, paragraphs } = bidi.getEmbeddingLevels(text, 'auto');
  return { levels, base: paragraphs[0]?.level ?? 0 };
}

interface Part {
  text: string;
  offset: number;
  face: FontFace | undefined;
}

/** In one piece where one font has all of it. */
function partsOf(segment: string, faceOf: FaceOf): Part[] {
  const characters = [...segment];
  const whole = faceOfLetter(segment, faceOf);
  if (whole !== undefined && characters.length <= MAX_LETTER_LENGTH)
    return [{ text: segment, offset: 0, face: whole }];
  let offset = 0;
  return characters.map((character) => {
    // What no one sees goes with what stands before it.
    const face = INVISIBLE.test(character) ? undefined : (whole ?? faceOf(codePointOf(character)));
    const part = { text: character, offset, face };
    offset += character.length;
    return part;
  });
}

/** The last step of the Unicode Bidirectional Algorithm, rule L2. */
function reverseFrom(level: number, runs: { level: number }[]): void {
  for (let from = 0; from < runs.length; from++) {
    let to = from;
    while ((runs[to]?.level ?? -1) >= level) to++;
    if (to > from) {
      runs.splice(from, to - from, ...runs.slice(from, to).reverse());
      from = to;
    }
  }
}
