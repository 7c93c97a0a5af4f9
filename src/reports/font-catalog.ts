import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Tried in this order. To print one more script: one more package, one more line. */
const PACKAGES = [
  '@fontsource-variable/noto-sans',
  '@fontsource-variable/noto-sans-arabic',
  '@fontsource-variable/noto-sans-armenian',
  '@fontsource-variable/noto-sans-bengali',
  '@fontsource-variable/noto-sans-ethiopic',
  '@fontsource-variable/noto-sans-georgian',
  '@fontsource-variable/noto-sans-gujarati',
  '@fontsource-variable/noto-sans-gurmukhi',
  '@fontsource-variable/noto-sans-hebrew',
  '@fontsource-variable/noto-sans-kannada',
  '@fontsource-variable/noto-sans-khmer',
  '@fontsource-variable/noto-sans-lao',
  '@fontsource-variable/noto-sans-malayalam',
  '@fontsource-variable/noto-sans-myanmar',
  '@fontsource-variable/noto-sans-sinhala',
  '@fontsource-variable/noto-sans-tamil',
  '@fontsource-variable/noto-sans-telugu',
  '@fontsource-variable/noto-sans-thai',
  '@fontsource-variable/noto-sans-symbols',
  '@fontsource-variable/noto-emoji',
  '@fontsource/noto-sans-symbols-2',
  '@fontsource-variable/noto-sans-sc',
  '@fontsource-variable/noto-sans-kr',
  '@fontsource-variable/noto-sans-jp',
] as const;

const JAPANESE = 'noto-sans-jp';
const FIRST_EAST_ASIAN = 0x2e80;
const BLOCK_BITS = 8;

/** One file of a family: the families come in pieces by language, the East Asian ones in a hundred pieces. */
export interface FontSlice {
  family: string;
  file: string;
}

/** The slices that say they have this character; whether it is so, only the font itself knows. */
export type FindSlices = (codePoint: number, isJapanese: boolean) => FontSlice[];

interface SliceRange {
  from: number;
  to: number;
  slice: FontSlice;
}

export function createFontCatalog(): FindSlices {
  const packages = createRequire(import.meta.url);
  const blocks = new Map<number, SliceRange[]>();

  function add(range: SliceRange): void {
    for (let block = range.from >> BLOCK_BITS; block <= range.to >> BLOCK_BITS; block++) {
      const ranges = blocks.get(block) ?? [];
      ranges.push(range);
      blocks.set(block, ranges);
    }
  }

  for (const name of PACKAGES) {
    const [scope, family = ''] = name.split('/');
    const style = scope === '@fontsource' ? '400-normal' : 'wght-normal';
    const list = packages.resolve(`${name}/unicode.json`);
    const slices: Record<string, string> = JSON.parse(readFileSync(list, 'utf8'));
    for (const [key, ranges] of Object.entries(slices)) {
      if (!isOwn(key, family)) continue;
      const part = key.replace(/[[\]]/g, '');
      const slice = { family, file: join(dirname(list), 'files', `${family}-${part}-${style}.woff2`) };
      for (const { from, to } of parseRanges(ranges)) add({ from, to, slice });
    }
  }

  return (codePoint, isJapanese) => {
    const found = (blocks.get(codePoint >> BLOCK_BITS) ?? [])
      .filter(({ from, to }) => from <= codePoint && codePoint <= to)
      .map(({ slice }) => slice);
    if (!isJapanese || codePoint < FIRST_EAST_ASIAN) return found;
    return found.toSorted((a, b) => Number(b.family === JAPANESE) - Number(a.family === JAPANESE));
  };
}

/** Every family brings Latin letters and symbols along; those of the first are enough. */
function isOwn(key: string, family: string): boolean {
  return family === 'noto-sans' || key.startsWith('[') || family.includes(`-${key}`);
}

/** Such as U+0600-06FF,U+200C. */
function parseRanges(text: string): { from: number; to: number }[] {
  return text.split(',').map((range) => {
    const [from = 0, to = from] = range
      .slice(2)
      .split('-')
      .map((digits) => Number.parseInt(digits, 16));
    return { from, to };
  });
}
