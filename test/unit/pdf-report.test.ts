import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { reportStream } from '../../src/reports/report.ts';
import type { ReportSubject } from '../../src/reports/report-layout.ts';
import { createReportPhotos } from '../../src/reports/report-photos.ts';
import { smallPhoto } from '../helpers/customer.ts';
import { photoRequestRow } from '../helpers/rows.ts';

const NOON = Date.UTC(2026, 6, 1, 12, 0, 0);

function photoRow(index: number): ReportSubject['photos'][number] {
  return {
    id: `photo_${index}`,
    workspace_id: 'ws_1',
    environment: 'live',
    request_id: 'req_1',
    slot_index: index,
    client_id: `client-${index}`,
    session_hash: '',
    sha256: String(index % 10).repeat(64),
    bytes: 12_345,
    width: 321,
    height: 240,
    captured_at: NOON,
    latitude: 52.520008,
    longitude: 13.404954,
    accuracy: 12.4,
    hint: null,
    received_at: NOON + 60_000,
    checked_at: NOON,
  };
}

async function makeReport(changes: Partial<ReportSubject> = {}): Promise<ParsedPdf> {
  const storage = { open: async () => ({ stream: Readable.from([await smallPhoto()]), bytes: 0 }) };
  const subject: ReportSubject = {
    workspaceName: 'Müller & Söhne',
    timeZone: 'Europe/Berlin',
    request: photoRequestRow('ws_1', { instructions: 'Bitte den Schaden fotografieren.' }),
    photos: [photoRow(0)],
    now: NOON,
    ...changes,
  };
  return parse(await buffer(reportStream(subject, createReportPhotos(storage))));
}

describe('a report', () => {
  it('should be a PDF whose table of objects leads to each of them', async () => {
    const { file, offsets } = await makeReport();
    expect(file.subarray(0, 8).toString()).toBe('%PDF-1.4');
    expect(offsets.length).toBeGreaterThan(8);
    for (const [index, offset] of offsets.entries()) {
      expect(file.subarray(offset, offset + 12).toString('latin1')).toMatch(
        new RegExp(`^${index + 1} 0 obj`),
      );
    }
  });

  it('should tell of each photo when and where it was taken, and its hash', async () => {
    const { text } = await makeReport({ photos: [photoRow(0), photoRow(1)] });
    expect(text).toContain('Müller & Söhne');
    expect(text).toContain('Bitte den Schaden fotografieren.');
    expect(text).toContain('Taken 2026-07-01 14:00:00 (Europe/Berlin)');
    expect(text).toContain('Place: 52.520008, 13.404954 (± 12 m)');
    expect(text).toContain(`SHA-256 ${'0'.repeat(64)}`);
    expect(text).toContain(`SHA-256 ${'1'.repeat(64)}`);
  });

  it('should show every character of Latin-1 and Windows-1252', async () => {
    const latin1 = Array.from({ length: 96 }, (_, index) => String.fromCharCode(0xa0 + index))
      .filter((character) => character !== '\u00a0' && character !== '\u00ad')
      .join('');
    const { text } = await makeReport({
      request: photoRequestRow('ws_1', { instructions: `${latin1} €„“”‘’–—…•™šžŸœ` }),
    });
    expect(text.replaceAll('\n', '')).toContain(latin1);
    expect(text).toContain('€„“”‘’–—…•™šžŸœ');
    expect(text).not.toContain('cannot be printed');
  });

  it('should take the nearest letter for other Latin ones', async () => {
    const polish = await makeReport({
      request: photoRequestRow('ws_1', { instructions: 'Zażółć gęślą jaźń' }),
    });
    expect(polish.text).toContain('Zazólc gesla jazn');
    expect(polish.text).not.toContain('cannot be printed');
  });

  it.each([
    ['दरवाज़ा और खिड़की', '[Devanagari text]'],
    ['يرجى تصوير الباب، من فضلك.', '[Arabic text].'],
    ['Tür: дверь, 2 Fotos', 'Tür: [Cyrillic text], 2 Fotos'],
    ['The door 🚪 please', 'The door [symbol] please'],
    ['门\nThe door', '[Chinese text]\nThe door'],
  ])('should say what it cannot print: %s', async (instructions, printed) => {
    const { text } = await makeReport({ request: photoRequestRow('ws_1', { instructions }) });
    expect(text).toContain(printed);
    expect(text).not.toContain('?');
    expect(text).toContain('The web application shows it.');
  });

  it('should carry the workspace’s name in any script, for the reader’s own list of documents', async () => {
    const { file } = await makeReport({ workspaceName: 'ورشة' });
    expect(file.toString('latin1')).toContain('/Author <feff0648063106340629>');
  });

  it('should number its pages and put every photo on one of them', async () => {
    const photos = Array.from({ length: 7 }, (_, index) => photoRow(index));
    const { text, images, pages } = await makeReport({ photos });
    expect(images).toBe(7);
    expect(pages).toBeGreaterThan(3);
    for (let page = 1; page <= pages; page++) expect(text).toContain(`${page} / ${pages}`);
  });

  it('should break texts of any length into lines and pages', async () => {
    const instructions = `${'lang '.repeat(400)}${'x'.repeat(1_000)}`;
    const { text } = await makeReport({ request: photoRequestRow('ws_1', { instructions }) });
    expect(text.match(/lang/g)).toHaveLength(400);
    expect(text.match(/x{5,}/g)?.join('')).toHaveLength(1_000);
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThan(140);
  });

  it('should fail when a photo’s file is gone', async () => {
    const read = createReportPhotos({ open: async () => undefined });
    const request = photoRequestRow('ws_1');
    const subject = { workspaceName: 'W', timeZone: 'UTC', request, photos: [photoRow(0)], now: NOON };
    await expect(buffer(reportStream(subject, read))).rejects.toThrow(/missing/);
  });
});

interface ParsedPdf {
  file: Buffer;
  offsets: number[];
  /** What is printed, a line for each piece of text. */
  text: string;
  images: number;
  pages: number;
}

/** Goes the way a reader goes: from the end to the table, from there to the objects. */
function parse(file: Buffer): ParsedPdf {
  const latin1 = file.toString('latin1');
  const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(latin1)?.[1]);
  const [, count = '0', entries = ''] = /^xref\n0 (\d+)\n([\s\S]*?)trailer/.exec(latin1.slice(start)) ?? [];
  expect(entries.length).toBe(Number(count) * 20);
  const offsets = [...entries.matchAll(/(\d{10}) 00000 n /g)].map(([, offset]) => Number(offset));
  expect(offsets).toHaveLength(Number(count) - 1);
  const streams = offsets.flatMap((offset) => {
    const head = /^\d+ 0 obj\n<< (.*?) \/Length (\d+) >>\nstream\n/.exec(latin1.slice(offset, offset + 500));
    if (head === null) return [];
    const from = offset + head[0].length;
    const to = from + Number(head[2]);
    expect(latin1.slice(to, to + 10)).toBe('\nendstream');
    return [{ dictionary: head[1] ?? '', content: file.subarray(from, to) }];
  });
  const decoder = new TextDecoder('windows-1252');
  const text = streams
    .filter(({ dictionary }) => dictionary.includes('FlateDecode'))
    .flatMap(({ content }) => [
      ...inflateSync(content)
        .toString('latin1')
        .matchAll(/<([0-9a-f]*)> Tj/g),
    ])
    .map(([, hex = '']) => decoder.decode(Buffer.from(hex, 'hex')))
    .join('\n');
  const photos = streams.filter(({ dictionary }) => dictionary.includes('DCTDecode'));
  for (const { content } of photos) expect(content.subarray(0, 3).toString('hex')).toBe('ffd8ff');
  return {
    file,
    offsets,
    text,
    images: photos.length,
    pages: latin1.match(/\/Type \/Page /g)?.length ?? 0,
  };
}
