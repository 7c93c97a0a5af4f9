import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { photoKey } from '../../../src/photos/keys.ts';
import { useAddress, useTestApp } from '../../helpers/app/test-app.ts';
import { createMember, useOwner } from '../../helpers/app/web-browser.ts';
import { expectRefusal } from '../../helpers/capture/customer.ts';
import { useSealWorker } from '../../helpers/content-credentials/seal-worker.ts';
import { rowsOf } from '../../helpers/database/stored-rows.ts';
import { useFolderForAll } from '../../helpers/hooks.ts';
import { createRequest, createSubmitted } from './web-requests.ts';

const run = promisify(execFile);
const HASHES = `
import sys, json, zipfile, hashlib
with zipfile.ZipFile(sys.argv[1]) as archive:
    facts = lambda e: json.loads(archive.read(e)) if e.filename.endswith('.json') else hashlib.sha256(archive.read(e)).hexdigest()
    print(json.dumps([[e.filename, facts(e)] for e in archive.infolist()]))
`;

describe('the photos of a submission as an archive', () => {
  const folder = useFolderForAll();
  const api = useTestApp();
  const owner = useOwner(api);
  const address = useAddress(api);
  const worker = useSealWorker(api);

  const slots = (count: number) => ({
    photo_slots: Array.from({ length: count }, (_, index) => ({
      instructions: `Photo ${index + 1} / Größe`,
    })),
  });
  const path = (id: string) => `${owner.path}/photo-requests/${id}/photos.zip`;
  const photosOf = (id: string) => rowsOf(api.database, 'photos', { request_id: id }, 'slot_index');

  it('should hold the very bytes that the customer sent, in order, for everyone in the workspace', async () => {
    const { id, code } = await createSubmitted(api, owner, slots(3), 3);
    const viewer = await createMember(api, owner.workspaceId, 'viewer');
    const response = await viewer.browser.call('GET', path(id));
    expect(response.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-length': String(response.rawPayload.length),
      'content-disposition': `attachment; filename="${code}.zip"; filename*=UTF-8''${code}.zip`,
    });
    const file = join(folder, 'photos.zip');
    writeFileSync(file, response.rawPayload);
    const { stdout } = await run('python3', ['-c', HASHES, file]);
    const photos = await photosOf(id);
    const names = photos.map((_, index) => `0${index + 1}-photo-${index + 1}-große.jpg`);
    expect(JSON.parse(stdout)).toEqual([
      ...photos.map(({ sha256 }, index) => [names[index], sha256]),
      [
        'evidence.json',
        photos.map(({ id: photoId, sha256, evidence }, index) => ({
          file: names[index],
          id: photoId,
          round: 1,
          is_superseded: false,
          sha256,
          captured_at: expect.any(String),
          received_at: expect.any(String),
          evidence: JSON.parse(evidence ?? ''),
        })),
      ],
    ]);
  });

  it('should hold the sealed ones where they are asked for, once all of them are sealed', async () => {
    const { id, code } = await createSubmitted(api, owner, slots(2), 2);
    const sealed = `${path(id)}?photos=sealed`;
    expectRefusal(await owner.browser.call('GET', sealed), 422, 'validation_error');
    await worker.settled();
    const response = await owner.browser.call('GET', sealed);
    expect(response.headers['content-disposition']).toContain(`${code}-sealed.zip`);
    expect(response.headers['content-length']).toBe(String(response.rawPayload.length));
    const file = join(folder, 'sealed.zip');
    writeFileSync(file, response.rawPayload);
    const { stdout } = await run('python3', ['-c', HASHES, file]);
    const photos = await photosOf(id);
    expect(JSON.parse(stdout).map(([, facts]: unknown[]) => facts)).toEqual([
      ...photos.map(({ sealed_sha256 }) => sealed_sha256),
      photos.map(({ sha256, sealed_sha256 }) => expect.objectContaining({ sha256, sealed_sha256 })),
    ]);
    expectRefusal(await owner.browser.call('GET', `${path(id)}?photos=both`), 400, 'invalid_parameter');
  });

  it('should be refused in words before it is begun when a file is missing', async () => {
    const { id } = await createSubmitted(api, owner, slots(2), 2);
    const [, second] = await photosOf(id);
    await api.services.storage.delete(photoKey(second?.id ?? ''));
    const refused = await owner.browser.call('GET', path(id));
    expectRefusal(refused, 503, 'service_unavailable');
    expect(refused.headers['retry-after']).toBe('5');
  });

  it('should break off when a file gets lost on the way', async () => {
    const { id } = await createSubmitted(api, owner, slots(2), 2);
    const [, second] = await photosOf(id);
    const { storage } = api.services;
    const open = storage.open;
    storage.open = async (key, range) =>
      key === photoKey(second?.id ?? '') ? undefined : open.call(storage, key, range);
    try {
      const response = await fetch(`${address.url}/app/api${path(id)}`, {
        headers: { cookie: owner.browser.cookie },
      });
      expect(response.status).toBe(200);
      await expect(response.arrayBuffer()).rejects.toThrow();
    } finally {
      storage.open = open;
    }
  });

  it('should be refused for a request that is not submitted', async () => {
    const { id } = await createRequest(owner);
    expectRefusal(await owner.browser.call('GET', path(id)), 422, 'validation_error');
  });
});
