import { readFile } from 'node:fs/promises';
import { Blob, Face, Font, Variation } from 'harfbuzzjs';
import decompress from 'woff2-encoder/decompress';
import { createFontCatalog, type FontSlice } from './font-catalog.ts';

export type FontWeight = 'regular' | 'bold';

export const WEIGHTS: Record<FontWeight, number> = { regular: 400, bold: 700 };

/** Of some hundred; a report in two languages needs about three, one in Japanese about twenty. */
const MAX_KEPT = 60;

export interface FontFace {
  family: string;
  /** As TrueType, with all its weights. */
  data: Uint8Array;
  characters: ReadonlySet<number>;
  unitsPerEm: number;
  fonts: Record<FontWeight, Font>;
}

/** The font of a character, or undefined if there is none that has it. */
export type FaceOf = (codePoint: number) => FontFace | undefined;

/** Loads the fonts of a text. They have the characters of that text alone. */
export type PrepareFaces = (text: string) => Promise<FaceOf>;

export function createFontFaces(): PrepareFaces {
  const slicesOf = createFontCatalog();
  const loaded = new Map<string, Promise<FontFace>>();

  function load(slice: FontSlice): Promise<FontFace> {
    const face = loaded.get(slice.file) ?? loadFace(slice);
    // Last, so that the first is the one that was not asked for the longest time.
    loaded.delete(slice.file);
    loaded.set(slice.file, face);
    return face;
  }

  function evictOldest(): void {
    for (const file of loaded.keys()) {
      if (loaded.size <= MAX_KEPT) return;
      loaded.delete(file);
    }
  }

  async function find(codePoint: number, isJapanese: boolean): Promise<FontFace | undefined> {
    for (const slice of slicesOf(codePoint, isJapanese)) {
      const face = await load(slice);
      if (face.characters.has(codePoint)) return face;
    }
    return undefined;
  }

  return async (text) => {
    // Whoever writes Japanese wants its forms of the characters that it shares with Chinese.
    const isJapanese = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text);
    const found = new Map<number, FontFace>();
    for (const character of new Set(text)) {
      const codePoint = character.codePointAt(0) ?? 0;
      const face = await find(codePoint, isJapanese);
      if (face !== undefined) found.set(codePoint, face);
    }
    evictOldest();
    return (codePoint) => found.get(codePoint);
  };
}

async function loadFace({ family, file }: FontSlice): Promise<FontFace> {
  const data = await decompress(await readFile(file));
  const face = new Face(new Blob(data));
  const fontOf = (weight: FontWeight) => {
    const font = new Font(face);
    font.setVariations([new Variation('wght', WEIGHTS[weight])]);
    return font;
  };
  return {
    family,
    data,
    characters: new Set(face.collectUnicodes()),
    unitsPerEm: face.upem,
    fonts: { regular: fontOf('regular'), bold: fontOf('bold') },
  };
}
