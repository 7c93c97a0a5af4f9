import type { FontFace, FontWeight } from './font-faces.ts';
import type { MakeSubset } from './font-subset.ts';

/** A font as it goes into the file. Each code is one glyph that stands for one text, or for nothing. */
export interface EmbeddedFont {
  /** By this name the pages know it. */
  name: string;
  baseName: string;
  file: Uint8Array;
  codes: FontCode[];
  metrics: { ascent: number; descent: number };
}

export interface FontCode {
  code: number;
  glyph: number;
  text: string;
  /** In thousandths of the size. */
  width: number;
}

export interface FontInUse {
  name: string;
  /** The code of a glyph that stands for a text; it is in the font from then on. */
  codeOf(glyph: number, text: string): FontCode;
}

/**
 * For glyphs without a text. Some readers take the code itself for a character then: these are the numbers of characters
 * that no one sees.
 */
const HIDDEN_CODES = [
  [0xad, 0xad],
  [0x600, 0x605],
  [0x61c, 0x61c],
  [0x200b, 0x200f],
  [0x202a, 0x202e],
  [0x2060, 0x2064],
  [0x2066, 0x206f],
].flatMap(([from = 0, to = 0]) => Array.from({ length: to - from + 1 }, (_, index) => from + index));

export function createEmbeddedFonts() {
  const used = new Map<FontFace, Partial<Record<FontWeight, ReturnType<typeof collect>>>>();
  let count = 0;

  function collect(face: FontFace, weight: FontWeight) {
    const codes = new Map<string, FontCode>();
    const hidden = HIDDEN_CODES.values();
    // Code 0 is what a reader shows for a glyph that is not there.
    let last = 0;
    const nextCode = () => {
      do last += 1;
      while (HIDDEN_CODES.includes(last));
      return last;
    };
    const scale = 1000 / face.unitsPerEm;
    count += 1;
    return {
      name: `F${count}`,
      face,
      weight,
      codes,
      codeOf(glyph: number, text: string) {
        const key = `${glyph} ${text}`;
        let found = codes.get(key);
        if (found === undefined) {
          const width = Math.round(face.fonts[weight].glyphHAdvance(glyph) * scale);
          const code = (text === '' ? hidden.next().value : undefined) ?? nextCode();
          found = { code, glyph, text, width };
          codes.set(key, found);
        }
        return found;
      },
    };
  }

  return {
    use(face: FontFace, weight: FontWeight): FontInUse {
      const weights = used.get(face) ?? {};
      used.set(face, weights);
      weights[weight] ??= collect(face, weight);
      return weights[weight];
    },

    finish(makeSubset: MakeSubset): EmbeddedFont[] {
      const fonts = [...used.values()].flatMap((weights) => Object.values(weights));
      return fonts.map(({ name, face, weight, codes }, index) => {
        const { ascender, descender } = face.fonts[weight].hExtents();
        const scale = 1000 / face.unitsPerEm;
        return {
          name,
          baseName: `${subsetTag(index)}+${face.family}-${weight}`,
          file: makeSubset(face, weight, new Set([...codes.values()].map(({ glyph }) => glyph))),
          codes: [...codes.values()],
          metrics: { ascent: Math.round(ascender * scale), descent: Math.round(descender * scale) },
        };
      });
    },
  };
}

export type EmbeddedFonts = ReturnType<typeof createEmbeddedFonts>;

/** Six capital letters, another six for each font of the file. */
function subsetTag(index: number): string {
  const letters = [...index.toString(26).padStart(6, '0')];
  return letters.map((digit) => String.fromCharCode(65 + Number.parseInt(digit, 26))).join('');
}
