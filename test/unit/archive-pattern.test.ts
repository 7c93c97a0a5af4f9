import { describe, expect, it } from 'vitest';
import {
  type ArchiveValues,
  DEFAULT_ARCHIVE_PATTERN,
  documentName,
  faultOfPattern,
  faultOfPrefix,
  photoName,
} from '../../src/shared/archive-pattern.ts';

const VALUES: ArchiveValues = {
  date: '2026-01-31',
  year: '2026',
  month: '01',
  day: '31',
  external_id: 'Claim 4711',
  code: 'ABCD2345',
  id: 'req_1',
  slot: '01',
  slot_name: 'front',
  n: '1',
  photo_id: 'photo_1',
};
const ENOUGH = '{id}/{photo_id}.jpg';

describe('a name pattern of an archive', () => {
  it.each([
    DEFAULT_ARCHIVE_PATTERN,
    ENOUGH,
    '{year}/{month}/{code} {slot_name}-{slot}-{n}.JPEG',
    'Ärger/{code}-{photo_id}.jpg',
  ])('should be allowed: %s', (pattern) => expect(faultOfPattern(pattern)).toBeUndefined());

  it.each([
    ['{customer}/{id}/{photo_id}.jpg', '{customer} is not a placeholder.'],
    ['{constructor}/{id}/{photo_id}.jpg', '{constructor} is not a placeholder.'],
    ['{}/{id}/{photo_id}.jpg', '{} is not a placeholder.'],
    ['{id/{photo_id}.jpg', 'Braces'],
    ['{{id}}/{photo_id}.jpg', 'Braces'],
    [`../${ENOUGH}`, 'dot'],
    [`a/../../${ENOUGH}`, 'dot'],
    [`./${ENOUGH}`, 'dot'],
    [`.hidden/${ENOUGH}`, 'dot'],
    [`a./${ENOUGH}`, 'dot'],
    [`/${ENOUGH}`, 'slash'],
    [`a//${ENOUGH}`, 'slash'],
    [`a\\..\\${ENOUGH}`, 'control characters'],
    [`a\u0000${ENOUGH}`, 'control characters'],
    [`a\r\nHost: evil/${ENOUGH}`, 'control characters'],
    [`\u202egpj.${ENOUGH}`, 'control characters'],
    [`%2e%2e/${ENOUGH}`, 'control characters'],
    [`a?b=${ENOUGH}`, 'control characters'],
    [`a#${ENOUGH}`, 'control characters'],
    [`\ud800${ENOUGH}`, 'control characters'],
    ['{id}/{photo_id}.exe', '.jpg'],
    ['{id}/{photo_id}', '.jpg'],
    ['{date}/{photo_id}.jpg', 'requests would overwrite'],
    ['{id}/{slot}.jpg', 'photos would overwrite'],
    ['{id}/{n}.jpg', 'photos would overwrite'],
    [`a/b/c/d/e/${ENOUGH}`, 'at most 5 folders'],
    [`${'a'.repeat(200)}/${ENOUGH}`, 'at most 200'],
  ])('should be refused: %j', (pattern, fault) => expect(faultOfPattern(pattern)).toContain(fault));

  it.each(['../up', 'a/..', '/a', 'a/', 'a//b', 'a\\b', 'a\u0007', 'ü'.repeat(51)])(
    'should have no prefix like %j',
    (prefix) => expect(faultOfPrefix(prefix)).toBeDefined(),
  );

  it.each([
    [{ external_id: '..' }, '_/01-1.jpg'],
    [{ external_id: '. .. .' }, '_/01-1.jpg'],
    [{ external_id: 'con' }, '_con/01-1.jpg'],
    [{ external_id: 'NUL.txt' }, '_NUL.txt/01-1.jpg'],
    [{ external_id: '' }, '_/01-1.jpg'],
  ])('should be safe whatever the values are: %j', (values, name) =>
    expect(photoName('{external_id}/{slot}-{n}.jpg', { ...VALUES, ...values })).toBe(name),
  );

  it('should give names that S3 and file systems can hold', () => {
    const long = { ...VALUES, external_id: '😀'.repeat(80), slot_name: '車'.repeat(40) };
    const name = photoName(
      '{external_id}/{external_id}/{slot_name}/{external_id}/{external_id}/{external_id}{slot}{n}.jpg',
      long,
    );
    expect(Buffer.byteLength(name)).toBeLessThan(900);
    for (const part of name.split('/')) expect(Buffer.byteLength(part)).toBeLessThanOrEqual(140);
    expect(name).toMatch(/\.jpg$/);
    expect(name.isWellFormed()).toBe(true);
  });

  it.each([
    [DEFAULT_ARCHIVE_PATTERN, '2026-01-31/Claim 4711/report.pdf'],
    ['{code}/{slot}/{n}.jpg', 'ABCD2345/report.pdf'],
    ['{date}/{code}-{slot}-{n}.jpg', '2026-01-31/Claim 4711-report.pdf'],
    ['{code}-{photo_id}.jpg', 'Claim 4711-report.pdf'],
  ])('should say where the report lies: %s', (pattern, name) =>
    expect(documentName(pattern, VALUES, 'report.pdf')).toBe(name),
  );
});
