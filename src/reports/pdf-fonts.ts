import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import type { EmbeddedFont, FontCode } from './embedded-fonts.ts';
import { hex, utf16 } from './pdf-text.ts';
import type { PdfWriter } from './pdf-writer.ts';

const compress = promisify(deflate);

/** So many lines may one list of a ToUnicode table have. */
const MAX_LIST_LENGTH = 100;
const SYMBOLIC = 4;

/** The font that every PDF reader has, for what is made of ASCII alone. */
export const MONO_FONT = '<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>';

/** All objects of a font; the pages refer to the first. */
export async function* fontObjects(
  pdf: PdfWriter,
  number: number,
  font: EmbeddedFont,
): AsyncGenerator<Buffer> {
  const { baseName, codes, file, metrics } = font;
  const [descendant, descriptor, data, glyphs, texts] = Array.from({ length: 5 }, () => pdf.reserve());
  yield pdf.object(
    number,
    `<< /Type /Font /Subtype /Type0 /BaseFont /${baseName} /Encoding /Identity-H /DescendantFonts [${descendant} 0 R] /ToUnicode ${texts} 0 R >>`,
  );
  yield pdf.object(
    descendant ?? 0,
    `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /${baseName} /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor ${descriptor} 0 R /CIDToGIDMap ${glyphs} 0 R /W [${codes.map(({ code, width }) => `${code} [${width}]`).join(' ')}] >>`,
  );
  const { ascent, descent } = metrics;
  yield pdf.object(
    descriptor ?? 0,
    `<< /Type /FontDescriptor /FontName /${baseName} /Flags ${SYMBOLIC} /FontBBox [-1000 ${descent} 3000 ${ascent}] /ItalicAngle 0 /Ascent ${ascent} /Descent ${descent} /CapHeight ${ascent} /StemV 80 /FontFile2 ${data} 0 R >>`,
  );
  const flate = '/Filter /FlateDecode';
  yield pdf.stream(data ?? 0, `${flate} /Length1 ${file.length}`, await compress(file));
  yield pdf.stream(glyphs ?? 0, flate, await compress(glyphsOfCodes(codes)));
  yield pdf.stream(texts ?? 0, flate, await compress(textsOfCodes(codes)));
}

/** Two bytes for each code, from 0 to the highest. */
function glyphsOfCodes(codes: FontCode[]): Buffer {
  const table = Buffer.alloc(2 * (1 + Math.max(...codes.map(({ code }) => code))));
  for (const { code, glyph } of codes) table.writeUInt16BE(glyph, 2 * code);
  return table;
}

/** What a reader finds, copies and reads aloud. */
function textsOfCodes(codes: FontCode[]): string {
  const entries = codes
    .filter(({ text }) => text !== '')
    .map(({ code, text }) => `<${hex(code)}> <${utf16(text)}>`);
  const lists: string[] = [];
  for (let from = 0; from < entries.length; from += MAX_LIST_LENGTH) {
    const list = entries.slice(from, from + MAX_LIST_LENGTH);
    lists.push(`${list.length} beginbfchar\n${list.join('\n')}\nendbfchar`);
  }
  return [
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap',
    '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def',
    '/CMapName /Adobe-Identity-UCS def /CMapType 2 def',
    '1 begincodespacerange <0000> <ffff> endcodespacerange',
    ...lists,
    'endcmap CMapName currentdict /CMap defineresource pop end end',
  ].join('\n');
}
