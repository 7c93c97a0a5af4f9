import type { Letter, Paragraph } from './text-runs.ts';

/** Where lines break between any two characters. */
const EAST_ASIAN = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u;
/** Where words stand without a space between them. */
const WITHOUT_SPACES = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** No line begins with one of these, in East Asian texts. */
const CLOSING = /^[\p{Pe}\p{Pf}、。，．・：；？！ー々ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ!,.:;?%]/u;
/** No line ends with one of these. */
const OPENING = /^[\p{Ps}\p{Pi}]/u;
/** All spaces but those that hold words together, and the one that is only a place to break. */
const SPACE = /^(?![\u00a0\u2007\u202f])[\p{Zs}\u200b]$/u;

const words = new Intl.Segmenter('th', { granularity: 'word' });

/** Breaks a paragraph into lines, each of some of its letters; a word wider than a line is broken too. */
export function breakLines(
  { text, letters }: Paragraph,
  widths: readonly number[],
  width: number,
): Letter[][] {
  const mayBreak = breaksOf(text, letters);
  const lines: Letter[][] = [];
  let start = 0;
  let latest = 0;
  let filled = 0;
  let filledBeforeLatest = 0;
  for (const [index, letter] of letters.entries()) {
    const added = widths[index] ?? 0;
    if (mayBreak[index]) {
      latest = index;
      filledBeforeLatest = filled;
    }
    // Twice, where what is left of the line is a word that needs more than one.
    while (index > start && filled + added > width && !isSpace(text, letter)) {
      const isAtWord = latest > start;
      const next = isAtWord ? latest : index;
      lines.push(trimmed(text, letters.slice(start, next)));
      filled = isAtWord ? filled - filledBeforeLatest : 0;
      start = next;
    }
    filled += added;
  }
  return [...lines, trimmed(text, letters.slice(start))];
}

/** For each letter, whether a line may begin with it. */
function breaksOf(text: string, letters: Letter[]): boolean[] {
  const starts = WITHOUT_SPACES.test(text)
    ? new Set(Array.from(words.segment(text), ({ index }) => index))
    : undefined;
  let before = '';
  return letters.map(({ start, end }) => {
    const letter = text.slice(start, end);
    const last = before;
    before = letter;
    if (SPACE.test(letter)) return false;
    if (SPACE.test(last)) return true;
    if (EAST_ASIAN.test(last) || EAST_ASIAN.test(letter)) return !CLOSING.test(letter) && !OPENING.test(last);
    return starts?.has(start) === true && WITHOUT_SPACES.test(last) && WITHOUT_SPACES.test(letter);
  });
}

function isSpace(text: string, { start, end }: Letter): boolean {
  return SPACE.test(text.slice(start, end));
}

/** Without the spaces at its end. */
function trimmed(text: string, line: Letter[]): Letter[] {
  const last = line.findLastIndex((letter) => !isSpace(text, letter));
  return line.slice(0, last + 1);
}
