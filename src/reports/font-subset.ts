import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { type FontFace, type FontWeight, WEIGHTS } from './font-faces.ts';

/** A TrueType font with these glyphs alone, under the numbers they have in the whole font. */
export type MakeSubset = (face: FontFace, weight: FontWeight, glyphs: Iterable<number>) => Uint8Array;

const MEMORY_READONLY = 1;
const NO_HINTING = 0x1;
const RETAIN_GLYPH_IDS = 0x2;
const NO_LAYOUT_CLOSURE = 0x200;
const DROPPED_TABLES = 3;
/** A PDF reader looks at the outlines and their widths; everything else is in the PDF itself. */
const UNUSED_TABLES =
  'BASE GDEF GPOS GSUB MVAR OS/2 STAT VORG avar cmap gasp meta name post vhea vmtx prep cvt  fpgm DSIG';

type Pointer = number;

/** What is called of HarfBuzz's own names in its module. */
interface SubsetLibrary {
  memory: { buffer: ArrayBuffer };
  _initialize(): void;
  malloc(size: number): Pointer;
  free(data: Pointer): void;
  hb_blob_create(data: Pointer, length: number, mode: number, user: Pointer, destroy: Pointer): Pointer;
  hb_blob_destroy(blob: Pointer): void;
  hb_blob_get_length(blob: Pointer): number;
  hb_blob_get_data(blob: Pointer, length: Pointer): Pointer;
  hb_face_create(blob: Pointer, index: number): Pointer;
  hb_face_destroy(face: Pointer): void;
  hb_face_reference_blob(face: Pointer): Pointer;
  hb_set_add(set: Pointer, value: number): void;
  hb_subset_input_create_or_fail(): Pointer;
  hb_subset_input_destroy(input: Pointer): void;
  hb_subset_input_glyph_set(input: Pointer): Pointer;
  hb_subset_input_set(input: Pointer, which: number): Pointer;
  hb_subset_input_set_flags(input: Pointer, flags: number): void;
  hb_subset_input_pin_axis_location(input: Pointer, face: Pointer, axis: number, value: number): number;
  hb_subset_or_fail(face: Pointer, input: Pointer): Pointer;
}

/** Node has it, its types do not. */
const { WebAssembly } = globalThis as unknown as {
  WebAssembly: { instantiate(bytes: Uint8Array): Promise<{ instance: { exports: SubsetLibrary } }> };
};

export async function createSubsets(): Promise<MakeSubset> {
  const file = createRequire(import.meta.url).resolve('harfbuzzjs/dist/harfbuzz-subset.wasm');
  const { instance } = await WebAssembly.instantiate(await readFile(file));
  const library = instance.exports;
  library._initialize();

  return ({ data, family }, weight, glyphs) => {
    const source = library.malloc(data.length);
    new Uint8Array(library.memory.buffer).set(data, source);
    const blob = library.hb_blob_create(source, data.length, MEMORY_READONLY, 0, 0);
    const face = library.hb_face_create(blob, 0);
    const input = library.hb_subset_input_create_or_fail();
    const glyphSet = library.hb_subset_input_glyph_set(input);
    for (const glyph of glyphs) library.hb_set_add(glyphSet, glyph);
    library.hb_subset_input_set_flags(input, NO_HINTING | RETAIN_GLYPH_IDS | NO_LAYOUT_CLOSURE);
    const dropped = library.hb_subset_input_set(input, DROPPED_TABLES);
    for (const table of UNUSED_TABLES.matchAll(/(\S.{3})(?: |$)/g))
      library.hb_set_add(dropped, tag(table[1] ?? ''));
    library.hb_subset_input_pin_axis_location(input, face, tag('wght'), WEIGHTS[weight]);

    const subset = library.hb_subset_or_fail(face, input);
    const result = library.hb_face_reference_blob(subset);
    const start = library.hb_blob_get_data(result, 0);
    const bytes = new Uint8Array(library.memory.buffer).slice(
      start,
      start + library.hb_blob_get_length(result),
    );
    library.hb_blob_destroy(result);
    if (subset !== 0) library.hb_face_destroy(subset);
    library.hb_subset_input_destroy(input);
    library.hb_face_destroy(face);
    library.hb_blob_destroy(blob);
    library.free(source);
    if (subset === 0) throw new Error(`No subset of ${family} can be created`);
    return bytes;
  };
}

function tag(name: string): number {
  return Buffer.from(name, 'latin1').readUInt32BE();
}
