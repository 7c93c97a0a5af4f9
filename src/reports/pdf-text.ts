import type { EmbeddedFonts } from './embedded-fonts.ts';
import type { Glyph, GlyphGroup, ShapedRun } from './text-shaping.ts';

export interface TextPlace {
  size: number;
  /** 0 is black, 1 white. */
  gray: number;
  x: number;
  y: number;
}

/** Smaller moves cannot be seen. */
const LEAST_MOVE = 0.5;

/** The drawing command of a line; every glyph it needs is in the fonts from then on. */
export function lineCommand(runs: ShapedRun[], fonts: EmbeddedFonts, place: TextPlace): string {
  const { size, gray, x, y } = place;
  const pen = createPen(size);
  pen.command(`BT ${gray} g ${fixed(x)} ${fixed(y)} Td`);
  for (const { face, weight, isRightToLeft, groups } of runs) {
    const font = fonts.use(face, weight);
    pen.command(`/${font.name} ${size} Tf`);
    for (const group of groups) {
      // Readers turn right-to-left letters around by themselves, and would turn around a whole group.
      const isSpan = !isRightToLeft && group.glyphs.filter(({ advance }) => advance > 0).length > 1;
      if (isSpan) pen.command(`/Span << /ActualText ${pdfInfoString(group.text)} >> BDC`);
      const texts = isRightToLeft ? textsFromRight(group) : textsFromLeft(group);
      for (const [index, glyph] of group.glyphs.entries()) {
        pen.glyph(glyph, font.codeOf(glyph.id, texts[index] ?? ''));
      }
      if (isSpan) pen.command('EMC');
    }
  }
  return pen.end();
}

/** What each glyph stands for, to readers that look at each one: the first that has a width, for all letters. */
function textsFromLeft({ text, glyphs }: GlyphGroup): string[] {
  const main = glyphs.findIndex(({ advance }) => advance > 0);
  return glyphs.map((_, index) => (index === Math.max(0, main) ? text : ''));
}

/** The letter itself is the last one, its marks stand before it. */
function textsFromRight({ text, glyphs }: GlyphGroup): string[] {
  if (glyphs.length === 1) return [text];
  const [letter = ''] = text;
  const main = glyphs.findLastIndex(({ advance }) => advance > 0);
  const marks = text.slice(letter.length);
  if (main <= 0) return textsFromLeft({ start: 0, text, glyphs });
  return glyphs.map((_, index) => (index === main ? letter : index === 0 ? marks : ''));
}

function createPen(size: number) {
  const commands: string[] = [];
  let shown: string[] = [];
  /** How far it is to the right of where it should be. */
  let ahead = 0;
  let rise = 0;

  function command(text: string): void {
    if (shown.length > 0) commands.push(`[${shown.join(' ')}] TJ`);
    shown = [];
    commands.push(text);
  }

  function raise(height: number): void {
    if (Math.abs(height - rise) < LEAST_MOVE) return;
    rise = height;
    command(`${fixed((rise * size) / 1000)} Ts`);
  }

  return {
    command,
    glyph({ advance, dx, dy }: Glyph, { code, width }: { code: number; width: number }): void {
      raise(dy);
      ahead -= dx;
      const move = Math.abs(ahead) < LEAST_MOVE ? 0 : Math.round(ahead);
      if (move !== 0) shown.push(String(move));
      shown.push(`<${hex(code)}>`);
      ahead += width - move - advance + dx;
    },
    end(): string {
      raise(0);
      command('ET');
      return commands.join(' ');
    },
  };
}

/** As a string outside of the pages, which the reader's own fonts show: any character will do. */
export function pdfInfoString(text: string): string {
  return `<feff${utf16(text.toWellFormed())}>`;
}

export function utf16(text: string): string {
  return Buffer.from(text, 'utf16le').swap16().toString('hex');
}

/** As the two bytes of a code. */
export function hex(number: number): string {
  return number.toString(16).padStart(4, '0');
}

export function fixed(number: number): string {
  return number.toFixed(2);
}
