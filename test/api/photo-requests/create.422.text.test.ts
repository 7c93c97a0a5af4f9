import { describe, expect, it } from 'vitest';
import { countStored, createPhotoRequest, NOTHING_STORED } from '../../helpers/app/stored-objects.ts';
import { type Call, useTestApp } from '../../helpers/app/test-app.ts';
import { expectError } from '../../helpers/http/expect-response.ts';

/** One engine refuses NUL, neither can store a lone surrogate as it was sent: both are refused at the door. */
describe('POST /v1/photo-requests: 422 for text that cannot be stored', () => {
  const api = useTestApp();

  const post = (key: string, call: Call) => api.call('POST', '/v1/photo-requests', { key, ...call });

  const characters = { NUL: '\\u0000', 'a high surrogate': '\\ud800', 'a low surrogate': '\\udc00' };
  const places: [string, (escaped: string) => string][] = [
    ['instructions', (escaped) => `{"instructions":"a${escaped}b"}`],
    ['external_id', (escaped) => `{"instructions":"x","external_id":"a${escaped}"}`],
    ['recipient_email', (escaped) => `{"instructions":"x","recipient_email":"a${escaped}@example.com"}`],
    ['locale', (escaped) => `{"instructions":"x","locale":"en${escaped}"}`],
    [
      'photo_slots.0.instructions',
      (escaped) => `{"instructions":"x","photo_slots":[{"instructions":"${escaped}b"}]}`,
    ],
    ['metadata.color', (escaped) => `{"instructions":"x","metadata":{"color":"${escaped}"}}`],
  ];
  const cases = Object.entries(characters).flatMap(([character, escaped]) =>
    places.map(([field, body]) => ({ character, field, raw: body(escaped) })),
  );

  it.each(cases)('should refuse $character in $field and store nothing', async ({ field, raw }) => {
    const workspace = await api.createWorkspace();
    const response = await post(workspace.live.key, { raw, headers: { 'content-type': 'application/json' } });
    expectError(response, 422, 'validation_error', [field]);
    expect(await countStored(api, workspace.id)).toEqual(NOTHING_STORED);
  });

  it.each(Object.entries(characters))('should refuse %s in a metadata key', async (_name, escaped) => {
    const workspace = await api.createWorkspace();
    const response = await post(workspace.live.key, {
      raw: `{"instructions":"x","metadata":{"a${escaped}":"b"}}`,
      headers: { 'content-type': 'application/json' },
    });
    const details = expectError(response, 422, 'validation_error');
    expect(Object.keys(details)).toHaveLength(1);
    expect(Object.keys(details)[0]).toMatch(/^metadata\b/);
    expect(await countStored(api, workspace.id)).toEqual(NOTHING_STORED);
  });

  it.each(['', ' ', 'k'.repeat(101)])('should refuse the metadata key %j', async (key) => {
    const workspace = await api.createWorkspace();
    const response = await post(workspace.live.key, {
      body: { instructions: 'x', metadata: { [key]: 'v' } },
    });
    const details = expectError(response, 422, 'validation_error');
    expect(Object.keys(details)[0]).toMatch(/^metadata\b/);
  });

  it('should refuse a metadata value of 501 characters', async () => {
    const workspace = await api.createWorkspace();
    const response = await post(workspace.live.key, {
      body: { instructions: 'x', metadata: { ok: 'v'.repeat(500), long: 'v'.repeat(501) } },
    });
    expectError(response, 422, 'validation_error', ['metadata.long']);
  });

  it('should ignore what is unknown whatever it holds, and still return JSON that every parser reads', async () => {
    const workspace = await api.createWorkspace();
    const response = await post(workspace.live.key, {
      raw: '{"instructions":"x","a\\u0000b":"\\u0000","c\\ud800d":"\\ud800"}',
      headers: { 'content-type': 'application/json' },
    });
    expect(response.statusCode).toBe(201);
    const warnings: string[] = response.json().meta.warnings;
    expect(warnings).toHaveLength(2);
    expect(warnings.every((warning) => warning.isWellFormed())).toBe(true);
  });

  it('should accept whole surrogate pairs and control characters other than NUL', async () => {
    const workspace = await api.createWorkspace();
    const text = 'a\ud83d\udcf8b\u0001\u001f\u007f\ufffd\ufffe';
    const created = await createPhotoRequest(api, workspace.live.key, {
      instructions: text,
      external_id: text,
      metadata: { [text]: text },
    });
    expect(created).toMatchObject({ instructions: text, external_id: text, metadata: { [text]: text } });
  });
});
