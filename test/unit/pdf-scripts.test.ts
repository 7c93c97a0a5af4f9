import { describe, expect, it } from 'vitest';
import { createEmbeddedFonts } from '../../src/reports/embedded-fonts.ts';
import { createFontFaces } from '../../src/reports/font-faces.ts';
import { lineCommand } from '../../src/reports/pdf-text.ts';
import { cleaned } from '../../src/reports/printable-text.ts';
import { isolated } from '../../src/reports/text-runs.ts';
import { createTypesetting, type TypesetLine } from '../../src/reports/typesetting.ts';

const prepareFaces = createFontFaces();

async function typeset(text: string, width = 500): Promise<TypesetLine[]> {
  const setLines = createTypesetting(await prepareFaces(cleaned(` ${text}`)));
  return setLines(text, { weight: 'regular', size: 10, width }).lines;
}

const groupsOf = ({ runs }: TypesetLine) => runs.flatMap(({ groups }) => groups);

/** The numbers of the glyphs, from left to right. */
async function glyphsOf(text: string): Promise<number[]> {
  const lines = await typeset(text);
  return lines.flatMap(groupsOf).flatMap(({ glyphs }) => glyphs.map(({ id }) => id));
}

/** The letters from left to right, as they stand on the paper. */
function seen(line: TypesetLine | undefined): string {
  return line === undefined
    ? ''
    : groupsOf(line)
        .map(({ text }) => text)
        .join('');
}

/** The letters in the order in which they were written. */
const written = (line: TypesetLine) =>
  groupsOf(line)
    .toSorted((a, b) => a.start - b.start)
    .map(({ text }) => text)
    .join('');

describe('right-to-left texts', () => {
  it('should join Arabic letters by where they stand in a word', async () => {
    // From left to right: final, medial, initial; each is its shape and its dot.
    const joined = await glyphsOf('ببب');
    const single = await glyphsOf('ب');
    const [final, medial, initial] = [joined.slice(0, 2), joined.slice(2, 4), joined.slice(4)];
    expect(new Set([final, medial, initial, single].map(String)).size).toBe(4);
    expect(await glyphsOf('ب ب')).toEqual([...single, expect.any(Number), ...single]);
  });

  it('should read numbers and other scripts in them from the left', async () => {
    const [line] = await typeset('الباب 12 Model X رقم');
    expect(line?.isRightToLeft).toBe(true);
    expect(seen(line)).toBe('مقر Model X 12 بابلا');
    const [hebrew] = await typeset('דלת 12');
    expect(seen(hebrew)).toBe('12 תלד');
  });

  it('should turn brackets around', async () => {
    const [open, close] = [await glyphsOf('('), await glyphsOf(')')];
    const [first, , , last] = await glyphsOf('(אב)');
    expect([first, last]).toEqual([open[0], close[0]]);
  });

  it('should leave a line with one of them in its middle in its order', async () => {
    const [line] = await typeset(`${isolated('العميل')}: ${isolated('محمد 12')} (1)`);
    expect(line?.isRightToLeft).toBe(false);
    expect(seen(line).replace(/[\u2068\u2069]/g, '')).toBe('ليمعلا: 12 دمحم (1)');
  });

  it('should not let a text turn around what stands around it', async () => {
    const [line] = await typeset(`Name: ${isolated('\u202eabc')} (1)`);
    expect(seen(line).replace(/\p{Cf}/gu, '')).toBe('Name: cba (1)');
  });

  it('should give a reader one code for each letter, and none for its dots', async () => {
    const fonts = createEmbeddedFonts();
    const [line] = await typeset('بيت');
    lineCommand(line?.runs ?? [], fonts, { size: 10, gray: 0, x: 0, y: 0 });
    const [font] = fonts.finish(() => new Uint8Array());
    const texts = font?.codes.map(({ text }) => text).filter((text) => text !== '');
    expect(texts).toEqual(['ت', 'ي', 'ب']);
    // Where a reader shows the code itself, there is nothing to see.
    for (const { code, text } of font?.codes ?? []) {
      if (text === '') expect(String.fromCodePoint(code)).toMatch(/\p{Cf}/u);
    }
  });
});

describe('Indian texts', () => {
  it('should put the sign of the vowel i before its letter', async () => {
    const [letter] = await glyphsOf('क');
    const [sign, moved] = await glyphsOf('कि');
    expect(moved).toBe(letter);
    expect(sign).not.toBe(letter);
  });

  it('should draw letters without a vowel between them as one', async () => {
    expect(await glyphsOf('क्ष')).toHaveLength(1);
    expect(await glyphsOf('श्री')).toHaveLength(2);
  });

  it('should tell a reader what letters stand there when they are drawn in another order', async () => {
    const fonts = createEmbeddedFonts();
    const [line] = await typeset('कि');
    const command = lineCommand(line?.runs ?? [], fonts, { size: 10, gray: 0, x: 0, y: 0 });
    expect(command).toContain('/ActualText <feff0915093f>');
  });
});

describe('the end of a line', () => {
  it.each([
    ['spaces', `The  front ${'x'.repeat(300)} and the back, please. ${'Straße '.repeat(40)}`],
    ['Arabic', 'يرجى تصوير الباب الأمامي من فضلك '.repeat(9)],
    ['no space', 'क्षत्रियकि'.repeat(60)],
    ['Thai', 'กรุณาถ่ายภาพประตูหน้าบ้านและป้ายทะเบียนรถ'.repeat(5)],
    ['Japanese', '玄関の写真を撮ってください。「円・駅・図」を含む、'.repeat(6)],
    ['a change of fonts at every letter', 'aжαب12ไ日'.repeat(40)],
    ['marks', `a${'\u0301'.repeat(3_000)}`],
  ])('should be inside the margin and lose nothing but spaces, with %s', async (_kind, text) => {
    const lines = await typeset(text);
    for (const { width } of lines) expect(width).toBeLessThanOrEqual(500);
    const all = lines.map(written).join('');
    expect(all.replace(/\s/g, '')).toBe(cleaned(text).replace(/\s/g, ''));
  });

  it('should be at a space, with as many words before it as there is room for', async () => {
    const text = 'Please photograph the front and the back of the car, then the whole street. '
      .repeat(5)
      .trim();
    const lines = (await typeset(text, 200)).map(written);
    expect(lines.join(' ')).toBe(text);
    for (const [index, line] of lines.entries()) {
      const [next] = lines[index + 1]?.split(' ') ?? [];
      if (next !== undefined) expect(await typeset(`${line} ${next}`, 200)).toHaveLength(2);
    }
  });

  it('should be between two words where they are written without spaces', async () => {
    const words = new Set(['กรุณา', 'ถ่าย', 'ภาพ', 'ประตู', 'หน้า', 'บ้าน']);
    const lines = (await typeset('กรุณาถ่ายภาพประตูหน้าบ้าน'.repeat(4), 150)).map(written);
    expect(lines.length).toBeGreaterThan(2);
    for (const line of lines) expect([...words].some((word) => line.startsWith(word))).toBe(true);
  });

  it('should not be before a full stop in Japanese', async () => {
    for (let width = 100; width < 160; width += 5) {
      const lines = (await typeset('写真を撮る。'.repeat(12), width)).map(written);
      for (const line of lines) expect(line).not.toMatch(/^。/);
    }
  });

  it('should be where the text has one', async () => {
    const lines = (await typeset('one\r\ntwo\u2028three\n\nfive\u0000\ud800')).map(written);
    expect(lines).toEqual(['one', 'two', 'three', '', 'five\ufffd']);
  });
});
