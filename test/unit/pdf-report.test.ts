import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Blob, Face, Font } from 'harfbuzzjs';
import { describe, expect, it } from 'vitest';
import { NOT_SEALED } from '../../src/photos/sealed-photo.ts';
import { reportStream } from '../../src/reports/report.ts';
import { createReportPhotos } from '../../src/reports/report-photos.ts';
import { createReportProcess } from '../../src/reports/report-process.ts';
import type { ReportSubject } from '../../src/reports/report-subject.ts';
import { type PrintedReport, readReport } from '../helpers/app/printed-report.ts';
import { smallPhoto } from '../helpers/capture/customer.ts';
import { photoRequestRow } from '../helpers/database/rows.ts';

const reportProcess = createReportProcess();
const { layOut } = reportProcess;

const NOON = Date.UTC(2026, 6, 1, 12, 0, 0);

/** Of a page, in points. */
const LEFT_MARGIN = 48;
const RIGHT_MARGIN = 547.28;
const LOCALES = join(import.meta.dirname, '../../web/capture/locales');

function photoRow(index: number): ReportSubject['photos'][number] {
  return {
    id: `photo_${index}`,
    workspace_id: 'ws_1',
    environment: 'live',
    request_id: 'req_1',
    slot_index: index,
    client_id: `client-${index}`,
    device: null,
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
    hash: null,
    traits: null,
    evidence: null,
    ...NOT_SEALED,
  };
}

async function createReport(changes: Partial<ReportSubject> = {}): Promise<PrintedReport> {
  const stored = await smallPhoto();
  const storage = { open: async () => ({ stream: Readable.from([stored]), bytes: stored.length }) };
  const readStored = createReportPhotos(storage, reportProcess);
  const received = { bytes: stored.length, sha256: hash('sha256', stored, 'hex') };
  const subject: ReportSubject = {
    workspaceName: 'Müller & Söhne',
    logo: null,
    timeZone: 'Europe/Berlin',
    request: photoRequestRow('ws_1', { instructions: 'Bitte den Schaden fotografieren.' }),
    photos: [photoRow(0)],
    now: NOON,
    ...changes,
  };
  const readPhoto = ({ id }: { id: string }) => readStored({ id, ...received });
  return readReport(await buffer(reportStream(subject, { layOut, readPhoto })));
}

describe('a report', () => {
  it('should be a PDF whose table of objects leads to each of them', async () => {
    const { file, offsets } = await createReport();
    expect(file.subarray(0, 8).toString()).toBe('%PDF-1.4');
    expect(offsets.length).toBeGreaterThan(8);
    for (const [index, offset] of offsets.entries()) {
      expect(file.subarray(offset, offset + 12).toString('latin1')).toMatch(
        new RegExp(`^${index + 1} 0 obj`),
      );
    }
  });

  it('should tell of each photo when and where it was taken, and its hash', async () => {
    const { text } = await createReport({ photos: [photoRow(0), photoRow(1)] });
    expect(text).toContain('Müller & Söhne');
    expect(text).toContain('Bitte den Schaden fotografieren.');
    expect(text).toContain('Taken 2026-07-01 14:00:00 (Europe/Berlin)');
    expect(text).toContain('Location: 52.520008, 13.404954 (± 12 m)');
    expect(text).toContain(`SHA-256 ${'0'.repeat(64)}`);
    expect(text).toContain(`SHA-256 ${'1'.repeat(64)}`);
  });

  it('should show every character of Latin-1 and Windows-1252', async () => {
    const latin1 = Array.from({ length: 96 }, (_, index) => String.fromCharCode(0xa0 + index))
      .filter((character) => character !== '\u00a0' && character !== '\u00ad')
      .join('');
    const { text } = await createReport({
      request: photoRequestRow('ws_1', { instructions: `${latin1} €„“”‘’–—…•™šžŸœ` }),
    });
    expect(text.replaceAll('\n', '')).toContain(latin1);
    expect(text).toContain('€„“”‘’–—…•™šžŸœ');
    expect(text).not.toContain('cannot be printed');
  });

  it.each([
    ['Polish', 'Zażółć gęślą jaźń'],
    ['Vietnamese', 'Vui lòng chụp ảnh cửa trước'],
    ['Greek', 'Παρακαλώ φωτογραφίστε την πόρτα'],
    ['Russian', 'Пожалуйста, сфотографируйте дверь'],
    ['Hindi', 'कृपया दरवाज़े की तस्वीर लें। क्षत्रिय'],
    ['Bengali', 'দরজার ছবি তুলুন'],
    ['Tamil', 'கதவை படம் எடுக்கவும்'],
    ['Thai', 'กรุณาถ่ายภาพประตู'],
    ['Japanese', '玄関の写真を撮ってください。駅'],
    ['Chinese', '请拍摄前门的照片，繁體中文'],
    ['Korean', '현관문 사진을 찍어 주세요'],
    ['Georgian', 'გადაიღეთ კარი'],
    ['a mixture', 'Tür: дверь, 门, 2 Fotos'],
    ['emoji', 'The door 🚪 please 👍🏽 👨‍👩‍👧'],
    ['symbols', '☐ ✓ ✗ → ① ≤ № ℃'],
    ['letters that have no code of their own', 'x̃ n̈'],
  ])('should print %s as it was written', async (_language, instructions) => {
    const { text } = await createReport({ request: photoRequestRow('ws_1', { instructions }) });
    expect(text.split('\n')).toContain(instructions);
    expect(text).not.toContain('cannot be printed');
  });

  it('should begin right-to-left texts at the right margin', async () => {
    const instructions = `${'يرجى تصوير الباب '.repeat(12)}\nEnglish\nעברית`;
    const { lines } = await createReport({ request: photoRequestRow('ws_1', { instructions }) });
    const [first, , english, hebrew] = lines.slice(
      lines.findIndex(({ text }) => text === 'Photo report') + 1,
    );
    for (const line of [first, hebrew]) expect(line?.right).toBeCloseTo(RIGHT_MARGIN, 1);
    expect(hebrew?.left).toBeGreaterThan(500);
    expect(english).toMatchObject({ text: 'English', left: LEFT_MARGIN });
  });

  it('should print whatever stands anywhere in it', async () => {
    const request = photoRequestRow('ws_1', {
      instructions: 'Дверь',
      external_id: 'Ссылка ΑΒΓ',
      recipient_email: 'łukasz@żółć.example',
      metadata: JSON.stringify({ Ключ: '値は日本語', 'Schlüssel ő': 'ű' }),
      photo_slots: JSON.stringify([{ instructions: 'Přední dveře 正面', is_required: true }]),
    });
    const { text } = await createReport({ workspaceName: 'Заря Σ', request });
    for (const words of ['Дверь', 'Your reference: Ссылка ΑΒΓ', 'Recipient: łukasz@żółć.example', 'Заря Σ']) {
      expect(text.split('\n')).toContain(words);
    }
    expect(text).toContain('Ключ: 値は日本語\nSchlüssel ő: ű\n');
    expect(text).toContain('1. Přední dveře 正面');
    expect(text).not.toContain('[U+');
  });

  it.each(readdirSync(LOCALES))(
    'should be able to print every text that the customer’s pages have in %s',
    async (name) => {
      const instructions = readFileSync(join(LOCALES, name), 'utf8');
      const { text, lines } = await createReport({ request: photoRequestRow('ws_1', { instructions }) });
      expect(lines.length).toBeGreaterThan(20);
      expect(text).not.toContain('[U+');
    },
  );

  it.each([
    ['a script without a font', 'བོད English', '[U+0F56 U+0F7C U+0F51] English'],
    ['a long text in one', 'ཀ'.repeat(2_000), `[${'U+0F40 '.repeat(8)}and 1992 more]`],
    ['a mark that the letter’s font does not have', 'q\u030c!', 'q[U+030C]!'],
  ])('should name what it cannot print: %s', async (_what, instructions, printed) => {
    const { text } = await createReport({ request: photoRequestRow('ws_1', { instructions }) });
    expect(text.replaceAll('\n', ' ')).toContain(printed);
    expect(text).toContain('The web application');
  });

  it('should contain the outlines of all that it shows, as wide as they are drawn', async () => {
    const instructions = 'Tür Łódź дверь कि दरवाज़ा الباب 门 玄関 🚪 ☐';
    const { lines, fonts } = await createReport({ request: photoRequestRow('ws_1', { instructions }) });
    expect(fonts.size).toBeGreaterThan(8);
    const readers = new Map([...fonts].map(([name, { file }]) => [name, new Face(new Blob(file))]));
    for (const { font, glyph, code, text } of lines.flatMap(({ glyphs }) => glyphs)) {
      const face = readers.get(font);
      if (face === undefined) throw new Error(`${font} is not in the file`);
      const reader = new Font(face);
      expect(glyph).not.toBe(0);
      const isSpace = text !== '' && text.trim() === '';
      expect([text, reader.glyphToPath(glyph) === '']).toEqual([text, isSpace]);
      const width = (reader.glyphHAdvance(glyph) * 1000) / face.upem;
      expect(Math.abs((fonts.get(font)?.widths.get(code) ?? 0) - width)).toBeLessThanOrEqual(0.5);
    }
  });

  it('should carry the workspace’s name in any script, for the reader’s own list of documents', async () => {
    const { file } = await createReport({ workspaceName: 'ورشة' });
    expect(file.toString('latin1')).toContain('/Author <feff0648063106340629>');
  });

  it('should number its pages and put every photo on one of them', async () => {
    const photos = Array.from({ length: 7 }, (_, index) => photoRow(index));
    const { text, images, pages } = await createReport({ photos });
    expect(images).toBe(7);
    expect(pages).toBeGreaterThan(3);
    for (let page = 1; page <= pages; page++) expect(text).toContain(`${page} / ${pages}`);
  });

  it('should have two photos on a page, warnings and all', async () => {
    const warnings = ['The same file was sent before.', 'The picture looks drawn.', 'The clock was wrong.'];
    const evidence = JSON.stringify(
      warnings.map((message) => ({ check: 'duplicate', result: 'warn', message, figures: {} })),
    );
    const photos = Array.from({ length: 5 }, (_, index) => ({ ...photoRow(index), evidence }));
    const { text, pages } = await createReport({ photos });
    expect(text).toContain('Warning: The clock was wrong.');
    // The first one stands below the heading.
    expect(pages).toBe(3);
  });

  it('should break texts of any length into lines and pages', async () => {
    const instructions = `${'lang '.repeat(400)}${'x'.repeat(1_000)}`;
    const { text } = await createReport({ request: photoRequestRow('ws_1', { instructions }) });
    expect(text.match(/lang/g)).toHaveLength(400);
    expect(text.match(/x{5,}/g)?.join('')).toHaveLength(1_000);
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThan(140);
  });

  it('should fail when a photo’s file is gone', async () => {
    const readPhoto = createReportPhotos({ open: async () => undefined }, reportProcess);
    const request = photoRequestRow('ws_1');
    const subject = {
      workspaceName: 'W',
      logo: null,
      timeZone: 'UTC',
      request,
      photos: [photoRow(0)],
      now: NOON,
    };
    await expect(buffer(reportStream(subject, { layOut, readPhoto }))).rejects.toMatchObject({
      code: 'service_unavailable',
      fault: 'missing',
    });
  });
});
