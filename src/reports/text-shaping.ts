import { Direction, Buffer as ShapingBuffer, shape } from 'harfbuzzjs';
import type { FontFace, FontWeight } from './font-faces.ts';

/** In thousandths of the font's size. */
export interface Glyph {
  id: number;
  advance: number;
  /** Where it is drawn, from where it would be. */
  dx: number;
  dy: number;
}

/** Letters that are drawn together: as one glyph, or as several that stand for all of them. */
export interface GlyphGroup {
  /** Where it begins in the text. */
  start: number;
  text: string;
  glyphs: Glyph[];
}

/** Text of one font and one direction. */
export interface TextRun {
  start: number;
  end: number;
  face: FontFace;
  isRightToLeft: boolean;
}

export interface ShapedRun {
  face: FontFace;
  weight: FontWeight;
  isRightToLeft: boolean;
  /** From left to right. */
  groups: GlyphGroup[];
}

/** Letters around a run decide how those at its ends join; the library looks at no more than five. */
const CONTEXT = 5;

/** The glyphs of a part of a text, joined and put where they belong. */
export type ShapeRun = (text: string, run: TextRun, weight: FontWeight) => ShapedRun;

export function createShaping(): ShapeRun {
  const buffer = new ShapingBuffer();

  return (text, { start, end, face, isRightToLeft }, weight) => {
    const before = Math.max(0, start - CONTEXT);
    buffer.reset();
    buffer.addText(text.slice(before, end + CONTEXT), start - before, end - start);
    buffer.setDirection(isRightToLeft ? Direction.RTL : Direction.LTR);
    buffer.guessSegmentProperties();
    shape(face.fonts[weight], buffer);

    const positions = buffer.getGlyphPositions();
    const scale = 1000 / face.unitsPerEm;
    const groups: GlyphGroup[] = [];
    for (const [index, { codepoint: id, cluster }] of buffer.getGlyphInfos().entries()) {
      const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {};
      const glyph = { id, advance: xAdvance * scale, dx: xOffset * scale, dy: yOffset * scale };
      const last = groups.at(-1);
      if (last?.start === before + cluster) last.glyphs.push(glyph);
      else groups.push({ start: before + cluster, text: '', glyphs: [glyph] });
    }
    nameGroups(groups, text, end);
    return { face, weight, isRightToLeft, groups };
  };
}

/** Each ends where the next one in the text begins. */
function nameGroups(groups: GlyphGroup[], text: string, end: number): void {
  let next = end;
  for (const group of groups.toSorted((a, b) => b.start - a.start)) {
    group.text = text.slice(group.start, next);
    next = group.start;
  }
}

export function widthOf({ glyphs }: GlyphGroup): number {
  return glyphs.reduce((sum, { advance }) => sum + advance, 0);
}
