import type { FaceOf, FontWeight } from './font-faces.ts';
import { cleaned, printable } from './printable-text.ts';
import { breakLines } from './text-lines.ts';
import { type Letter, type Paragraph, readParagraph, runsOf } from './text-runs.ts';
import { createShaping, type ShapedRun, widthOf } from './text-shaping.ts';

export interface TypesetLine {
  /** From left to right. */
  runs: ShapedRun[];
  /** In points. */
  width: number;
  isRightToLeft: boolean;
}

export interface LineStyle {
  weight: FontWeight;
  size: number;
  /** Of the longest line, in points. */
  width: number;
}

/** The lines of a text whose fonts are loaded. */
export type SetLines = (text: string, style: LineStyle) => { lines: TypesetLine[]; isReplaced: boolean };

export function createTypesetting(faceOf: FaceOf): SetLines {
  const shapeRun = createShaping();

  /** As wide as it is where it stands, in points. */
  function widthsOf({ text, letters }: Paragraph, { weight, size }: LineStyle): number[] {
    const widths = new Map<number, number>();
    for (const run of runsOf(letters)) {
      for (const group of shapeRun(text, run, weight).groups) {
        widths.set(group.start, (widthOf(group) * size) / 1000);
      }
    }
    return letters.map(({ start, end }) => {
      let width = 0;
      for (let at = start; at < end; at++) width += widths.get(at) ?? 0;
      return width;
    });
  }

  function lineOf({ text, isRightToLeft }: Paragraph, letters: Letter[], style: LineStyle): TypesetLine {
    // Once more, since nothing joins across the end of a line and each line has its own order.
    const runs = runsOf(letters).map((run) => shapeRun(text, run, style.weight));
    const width = runs.flatMap(({ groups }) => groups).reduce((sum, group) => sum + widthOf(group), 0);
    return { runs, width: (width * style.size) / 1000, isRightToLeft };
  }

  return (text, style) => {
    const { text: shown, isReplaced } = printable(cleaned(text), faceOf);
    const lines = shown.split('\n').flatMap((one) => {
      const paragraph = readParagraph(one, faceOf);
      const broken = breakLines(paragraph, widthsOf(paragraph, style), style.width);
      return broken.map((letters) => lineOf(paragraph, letters, style));
    });
    return { lines, isReplaced };
  };
}
