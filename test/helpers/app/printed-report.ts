import { inflateSync } from 'node:zlib';
import { expect } from 'vitest';

/** A font as a reader gets it. */
export interface PrintedFont {
  file: Buffer;
  /** What each code stands for; none for a further glyph of the same letters. */
  texts: Map<number, string>;
  widths: Map<number, number>;
  glyphOf(code: number): number;
}

export interface PrintedGlyph {
  font: string;
  glyph: number;
  code: number;
  text: string;
}

export interface PrintedLine {
  /** From left to right, as it is copied: right-to-left letters are turned around. */
  text: string;
  glyphs: PrintedGlyph[];
  left: number;
  right: number;
}

export interface PrintedReport {
  file: Buffer;
  offsets: number[];
  lines: PrintedLine[];
  text: string;
  fonts: Map<string, PrintedFont>;
  images: number;
  pages: number;
}

/** Goes the way a reader goes: from the end to the table, from there to the objects. */
export function readReport(file: Buffer): PrintedReport {
  const offsets = readTable(file);
  const objects = offsets.map((offset) => readObject(file, offset));
  const at = (dictionary: string, name: string): PdfObject => {
    const number = Number(new RegExp(`/${name} \\[?(\\d+) 0 R`).exec(dictionary)?.[1]);
    return objects[number - 1] ?? { dictionary: '' };
  };
  const pages = objects.filter(({ dictionary }) => dictionary.includes('/Type /Page '));
  const list = at(pages[0]?.dictionary ?? '', 'Font').dictionary;
  const fonts = new Map(
    [...list.matchAll(/\/(F\d+) /g)].map(([, name = '']) => [name, readFont(at(list, name), at)]),
  );
  const lines = pages.flatMap(({ dictionary }) => {
    const content = inflateSync(at(dictionary, 'Contents').content ?? '').toString('latin1');
    return [...content.matchAll(/BT (.*?) ET/g)].map(([, commands = '']) => readLine(commands, fonts));
  });
  const photos = objects.filter(({ dictionary }) => dictionary.includes('DCTDecode'));
  for (const { content } of photos) expect(content?.subarray(0, 3).toString('hex')).toBe('ffd8ff');
  const text = lines.map((line) => line.text).join('\n');
  return { file, offsets, lines, text, fonts, images: photos.length, pages: pages.length };
}

function readTable(file: Buffer): number[] {
  const latin1 = file.toString('latin1');
  const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(latin1)?.[1]);
  const [, count = '0', entries = ''] = /^xref\n0 (\d+)\n([\s\S]*?)trailer/.exec(latin1.slice(start)) ?? [];
  expect(entries.length).toBe(Number(count) * 20);
  const offsets = [...entries.matchAll(/(\d{10}) 00000 n /g)].map(([, offset]) => Number(offset));
  expect(offsets).toHaveLength(Number(count) - 1);
  return offsets;
}

interface PdfObject {
  dictionary: string;
  content?: Buffer;
}

function readObject(file: Buffer, offset: number): PdfObject {
  const end = file.indexOf('\nendobj', offset);
  const text = file.toString('latin1', offset, end);
  const head = /^\d+ 0 obj\n<< (.*) \/Length (\d+) >>\nstream\n/.exec(text);
  if (head === null) return { dictionary: text };
  const from = offset + head[0].length;
  const to = from + Number(head[2]);
  expect(file.toString('latin1', to, to + 10)).toBe('\nendstream');
  return { dictionary: head[1] ?? '', content: file.subarray(from, to) };
}

function readFont(
  { dictionary }: PdfObject,
  at: (dictionary: string, name: string) => PdfObject,
): PrintedFont {
  const inflated = ({ content }: PdfObject) => inflateSync(content ?? '');
  const descendant = at(dictionary, 'DescendantFonts').dictionary;
  const glyphs = inflated(at(descendant, 'CIDToGIDMap'));
  const [, widths = ''] = /\/W \[(.*)\] >>/.exec(descendant) ?? [];
  const toUnicode = inflated(at(dictionary, 'ToUnicode')).toString();
  return {
    file: inflated(at(at(descendant, 'FontDescriptor').dictionary, 'FontFile2')),
    texts: new Map(
      [...toUnicode.matchAll(/^<(\w{4})> <(\w+)>$/gm)].map(([, code = '', text = '']) => [
        Number.parseInt(code, 16),
        utf16(text),
      ]),
    ),
    widths: new Map(
      [...widths.matchAll(/(\d+) \[(-?\d+)\]/g)].map(([, code, width]) => [Number(code), Number(width)]),
    ),
    glyphOf: (code) => glyphs.readUInt16BE(2 * code),
  };
}

const TOKEN =
  /\/ActualText <feff(?<actual>\w*)>|(?<end>EMC)|\/(?<font>\w+) (?<size>[\d.]+) Tf|(?<x>[\d.-]+) [\d.-]+ Td|\[(?<shown>[^\]]*)\] TJ|<(?<mono>\w+)> Tj/g;

function readLine(commands: string, fonts: Map<string, PrintedFont>): PrintedLine {
  const line: PrintedLine = { text: '', glyphs: [], left: 0, right: 0 };
  let [font, size, isSpan] = ['', 0, false];
  for (const { groups: token = {} } of commands.matchAll(TOKEN)) {
    if (token.x !== undefined) line.left = line.right = Number(token.x);
    if (token.font !== undefined) [font, size] = [token.font, Number(token.size)];
    if (token.mono !== undefined) line.text += Buffer.from(token.mono, 'hex').toString('latin1');
    if (token.end !== undefined) isSpan = false;
    if (token.actual !== undefined) {
      isSpan = true;
      line.text += utf16(token.actual);
    }
    for (const [, hex, move] of (token.shown ?? '').matchAll(/<(\w{4})>|(-?\d+)/g)) {
      const code = Number.parseInt(hex ?? '', 16);
      const { texts, widths, glyphOf } = fonts.get(font) ?? {};
      line.right += ((hex === undefined ? -Number(move) : (widths?.get(code) ?? Number.NaN)) * size) / 1000;
      if (hex === undefined) continue;
      const text = texts?.get(code) ?? '';
      line.glyphs.push({ font, glyph: glyphOf?.(code) ?? 0, code, text });
      if (!isSpan) line.text += text;
    }
  }
  return line;
}

function utf16(hex: string): string {
  return Buffer.from(hex, 'hex').swap16().toString('utf16le');
}
