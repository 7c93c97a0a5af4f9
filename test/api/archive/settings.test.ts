import { describe, expect, it } from 'vitest';
import type { ShownArchive, WireArchiveCopy } from '../../../src/archive/web-schema.ts';
import { createGuardedClient } from '../../../src/webhooks/client/guarded-client.ts';
import { useTestApp } from '../../helpers/app/test-app.ts';
import { createMember, createOwner, type Person } from '../../helpers/app/web-browser.ts';
import { s3Archive, useArchiveWorker, webDavArchive } from '../../helpers/archive/archive-scene.ts';
import { ARCHIVE_SECRET, startStrictS3, startWebDavServer } from '../../helpers/archive/archive-server.ts';
import { rowOf, rowsOf, updateRows } from '../../helpers/database/stored-rows.ts';
import { useForAll, useForEach } from '../../helpers/hooks.ts';
import { createSubmitted } from '../web-app/web-requests.ts';

describe('the archive of a workspace', () => {
  const api = useTestApp();
  const worker = useArchiveWorker(api);
  const s3 = useForEach(startStrictS3, 'close');
  const dav = useForEach(startWebDavServer, 'close');
  const owner = useForEach(() => createOwner(api));
  const save = (body: object, { browser } = owner as Pick<Person, 'browser'>) =>
    browser.call('PUT', `${owner.path}/archive`, body);
  const show = () => owner.browser.expect<ShownArchive>('GET', `${owner.path}/archive`);
  const test = (body: object) =>
    owner.browser.expect<{ ok: boolean; error: string | null }>('POST', `${owner.path}/archive/test`, body);
  const copies = (query = '') =>
    owner.browser.expect<WireArchiveCopy[]>('GET', `${owner.path}/archive/copies?${query}`);

  it('should never show its secret again, nor keep it as it is', async () => {
    const { secret: _secret, ...settings } = s3Archive(s3);
    const saved = await save(s3Archive(s3));
    expect(saved.json().data).toMatchObject({ archive: settings, waiting: 0, failed: 0 });
    const row = await rowOf(api.database, 'archives', { workspace_id: owner.workspaceId });
    expect(row.secret).toMatch(/^v1\./);
    const entries = await rowsOf(api.database, 'audit_entries', { workspace_id: owner.workspaceId });
    for (const text of [saved.body, JSON.stringify(await show()), JSON.stringify([row, entries])])
      expect(text).not.toContain(ARCHIVE_SECRET.slice(0, 8));
    expect(entries.map(({ action }) => action)).toContain('archive.created');
  });

  it('should keep its secret where it is left out, and ask for it where it would go elsewhere', async () => {
    await save(s3Archive(s3));
    const { secret: _secret, ...without } = s3Archive(s3, { prefix: 'elsewhere' });
    expect((await save(without)).statusCode).toBe(200);
    expect(await test(without)).toEqual({ ok: true, error: null });
    const evil = await startStrictS3();
    try {
      for (const changed of [
        { url: evil.url },
        { username: 'another' },
        webDavArchive(s3, { secret: null }),
      ]) {
        const body = { ...without, ...changed };
        const refused = [
          await save(body),
          await owner.browser.call('POST', `${owner.path}/archive/test`, body),
        ];
        for (const response of refused) {
          expect(response.statusCode).toBe(422);
          expect(response.json().error.details).toEqual({ secret: ['Enter it again for the new address.'] });
        }
      }
      expect(evil.calls).toEqual([]);
    } finally {
      await evil.close();
    }
  });

  it('should be tried with a file that is deleted again', async () => {
    expect(await test(s3Archive(s3))).toEqual({ ok: true, error: null });
    expect(await test(webDavArchive(dav))).toEqual({ ok: true, error: null });
    expect([s3.files.size, dav.files.size]).toEqual([0, 0]);
    expect(s3.calls.map((call) => call.split(' ')[0])).toEqual(['PUT', 'DELETE']);
    expect(await show()).toMatchObject({ archive: null });
  });

  it.each([
    [{ secret: 'wrong' }, 'The secret access key is wrong. (SignatureDoesNotMatch)'],
    [{ username: 'someone' }, 'The access key ID is not known. (InvalidAccessKeyId)'],
    [{ bucket: 'missing' }, 'There is no bucket with this name. (NoSuchBucket)'],
    [{ url: 'http://127.0.0.1:2' }, 'The connection was refused.'],
  ])('should say in plain words what is wrong with %j', async (wrong, error) => {
    expect(await test(s3Archive(s3, wrong))).toEqual({ ok: false, error });
  });

  it('should say in plain words what is wrong with a folder', async () => {
    const wrong = 'The user name or password is wrong. (401)';
    expect(await test(webDavArchive(dav, { secret: 'wrong' }))).toEqual({ ok: false, error: wrong });
    expect((await test(webDavArchive({ url: `${dav.url}/missing` }))).error).toContain('does not exist');
    dav.become('full');
    expect((await test(webDavArchive(dav))).error).toBe('The archive is full. (507)');
    dav.become('redirecting');
    expect((await test(webDavArchive(dav))).error).toContain('Redirects are not followed.');
    const tls = await test(webDavArchive({ url: dav.url.replace('http:', 'https:') }));
    expect(tls.error).toBe('The TLS handshake failed.');
  });

  it.each([
    ['pattern', '../{id}/{photo_id}.jpg'],
    ['pattern', '{id}/{secret}/{photo_id}.jpg'],
    ['prefix', '../other'],
    ['url', 'ftp://example.com/'],
    ['url', 'https://user:password@example.com/'],
    ['url', 'https://example.com/?list-type=2'],
    ['url', 'http://127.0.0.1:25/'],
    ['bucket', '../other'],
    ['bucket', ''],
    ['region', 'eu\r\nx: y'],
    ['username', 'a b\u0001'],
  ])('should not take %s %j', async (field, value) => {
    const response = await save({ ...s3Archive(s3), [field]: value });
    expect(response.statusCode).toBe(422);
    expect(Object.keys(response.json().error.details)).toEqual([field]);
  });

  it('should list its copies and resend one of them', async () => {
    await save(s3Archive(s3, { request_json: true }));
    const { id } = await createSubmitted(api, owner);
    await createSubmitted(api, owner);
    await worker.settled();
    const about = await copies(`request_id=${id}`);
    expect(about.map(({ kind, status, request_id }) => [kind, status, request_id])).toEqual([
      ['request', 'done', id],
      ...about.slice(1).map(() => ['original', 'done', id]),
    ]);
    const summary = `${owner.path}/photo-requests/${id}/archive`;
    const now = new Date(api.clock.now()).toISOString().replace('.000', '');
    expect(await owner.browser.expect('GET', summary)).toEqual({
      ...{ waiting: 0, done: about.length, failed: 0 },
      ...{ last_copied_at: now, error: null },
    });

    const [json] = about;
    await updateRows(api.database, 'archive_copies', { id: json?.id ?? '' }, { status: 'failed' });
    expect((await copies('status=failed')).map((copy) => copy.id)).toEqual([json?.id]);
    s3.files.clear();
    await owner.browser.expect('POST', `${owner.path}/archive/copies/${json?.id}/resend`);
    await worker.settled();
    expect([...s3.files.keys()].map((name) => name.split('/').at(-1))).toEqual(['request.json']);
    expect(await copies('status=failed')).toEqual([]);
  });

  it('should be no business of those who do not administer the workspace', async () => {
    const colleague = await createMember(api, owner.workspaceId, 'member');
    expect((await save(s3Archive(s3), colleague)).statusCode).toBe(403);
    const seen = await colleague.browser.call('GET', `${owner.path}/archive`);
    expect(seen.statusCode).toBe(403);
  });
});

describe('an archive in our own network', () => {
  const webhookClient = useForAll(
    () => createGuardedClient({ rules: { allowPrivateNetworks: false, requireHttps: true } }),
    'close',
  );
  const api = useTestApp({ webhookClient });
  const worker = useArchiveWorker(api);
  const dav = useForAll(startWebDavServer, 'close');

  it.each([
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://169.254.169.254/latest/',
    'https://10.0.0.8/',
    'https://localhost/',
    'https://0x7f000001/',
    'http://example.com/',
  ])('should neither be saved nor tried: %s', async (url) => {
    const owner = await createOwner(api);
    for (const [method, path] of [
      ['PUT', ''],
      ['POST', '/test'],
    ] as const) {
      const response = await owner.browser.call(method, `${owner.path}/archive${path}`, s3Archive({ url }));
      expect(response.statusCode).toBe(422);
      expect(Object.keys(response.json().error.details)).toEqual(['url']);
    }
  });

  it('should not be called either when it was saved before that was forbidden', async () => {
    const owner = await createOwner(api);
    await owner.browser.expect(
      'PUT',
      `${owner.path}/archive`,
      webDavArchive({ url: 'https://93.184.216.34' }),
    );
    await updateRows(
      api.database,
      'archives',
      { workspace_id: owner.workspaceId },
      { url: `${dav.url}/dav/` },
    );
    await createSubmitted(api, owner);
    await worker.settled();
    expect(dav.calls).toEqual([]);
    const [copy] = await rowsOf(api.database, 'archive_copies', { workspace_id: owner.workspaceId });
    expect(copy?.error).toContain('The URL is not allowed');
  });
});
