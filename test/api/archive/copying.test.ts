import { hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { useTestApp, useWorkspaceForEach } from '../../helpers/app/test-app.ts';
import { HOUR } from '../../helpers/app/test-clock.ts';
import {
  copiesOf,
  s3Archive,
  saveArchive,
  useArchiveWorker,
  webDavArchive,
} from '../../helpers/archive/archive-scene.ts';
import { ARCHIVE_BUCKET, startStrictS3, startWebDavServer } from '../../helpers/archive/archive-server.ts';
import { createRequest, openPage, smallPhoto } from '../../helpers/capture/customer.ts';
import { createReviewer, submitPlaces } from '../../helpers/capture/rounds.ts';
import { itemsOf, submitPhotos, useSealWorker } from '../../helpers/content-credentials/seal-worker.ts';
import { rowsOf } from '../../helpers/database/stored-rows.ts';
import { useForEach } from '../../helpers/hooks.ts';

const PREFIX = `/${ARCHIVE_BUCKET}/from/shutterpost`;
const SLOTS = ['Front', 'Back'].map((instructions) => ({ instructions }));
const sha256 = (bytes: Buffer | undefined) => hash('sha256', bytes ?? Buffer.alloc(0), 'hex');

describe('what is copied to the archive of a workspace', () => {
  const api = useTestApp();
  const workspace = useWorkspaceForEach(api);
  const worker = useArchiveWorker(api);
  const seals = useSealWorker(api);
  const s3 = useForEach(startStrictS3, 'close');
  const dav = useForEach(startWebDavServer, 'close');
  const reviewer = () => createReviewer(api, workspace);
  const create = (body: object = {}) =>
    createRequest(api, workspace.live.key, { photo_slots: SLOTS, ...body });
  const namesIn = (files: Map<string, Buffer>) => [...files.keys()].sort();
  const states = async (id: string) => (await copiesOf(api, id)).map(({ status }) => status);

  it('should be the photos, the report and the request as the API returns it, in a bucket', async () => {
    await saveArchive(api, workspace.id, s3Archive(s3, { report: true, request_json: true }));
    const { id, token } = await create({ external_id: 'Claim 4711/ü' });
    await submitPlaces(api, token, [0, 1]);
    await worker.settled();
    const day = new Date(api.clock.now()).toISOString().slice(0, 10);
    const folder = `${PREFIX}/${day}/Claim 4711-ü`;
    expect(namesIn(s3.files)).toEqual(
      ['01-1.jpg', '02-1.jpg', 'report.pdf', 'request.json'].map((name) => `${folder}/${name}`),
    );
    const items = await itemsOf(api, workspace, id);
    expect(sha256(s3.files.get(`${folder}/01-1.jpg`))).toBe(items[0]?.sha256);
    expect(sha256(s3.files.get(`${folder}/02-1.jpg`))).toBe(items[1]?.sha256);
    expect(s3.files.get(`${folder}/report.pdf`)?.subarray(0, 5).toString()).toBe('%PDF-');
    expect(JSON.parse(String(s3.files.get(`${folder}/request.json`)))).toEqual(await reviewer().read(id));
    expect(await copiesOf(api, id)).toMatchObject(
      items
        .map(({ bytes }) => ({ status: 'done', attempt_count: 1, bytes, error: null }))
        .concat([{ status: 'done' } as never, { status: 'done' } as never]),
    );
  });

  it('should be in folders of a WebDAV server, with the sealed photos once they are sealed', async () => {
    await saveArchive(
      api,
      workspace.id,
      webDavArchive(dav, { photos: 'both', pattern: '{code}/{slot}-{n}.jpg' }),
    );
    const id = await submitPhotos(api, workspace, { photos: 2 });
    await worker.settled();
    expect(await states(id)).toEqual(['done', 'waiting', 'done', 'waiting']);

    await seals.settled();
    api.clock.advance(10_000);
    await worker.settled();
    const { unique_code } = await reviewer().read(id);
    const names = ['01-1-sealed.jpg', '01-1.jpg', '02-1-sealed.jpg', '02-1.jpg'];
    expect(namesIn(dav.files)).toEqual(names.map((name) => `/dav/${unique_code}/${name}`));
    const [first] = await rowsOf(api.database, 'photos', { request_id: id }, 'slot_index');
    expect(sha256(dav.files.get(`/dav/${unique_code}/01-1-sealed.jpg`))).toBe(first?.sealed_sha256);
    expect((await copiesOf(api, id)).map(({ attempt_count }) => attempt_count)).toEqual([1, 1, 1, 1]);
    expect(dav.calls.filter((call) => call.startsWith('MKCOL'))).toHaveLength(2);
  });

  it('should be the new photos alone after a round, none in the place of another', async () => {
    await saveArchive(
      api,
      workspace.id,
      s3Archive(s3, { pattern: '{code}/{slot}-{n}.jpg', request_json: true }),
    );
    const { decide, askAgain, read } = reviewer();
    const { id, token } = await create({ requires_review: true });
    await submitPlaces(api, token, [0, 1]);
    await worker.settled();
    const before = new Map(s3.files);
    await decide(id, askAgain(0));
    await submitPlaces(api, token, [0], 7);
    s3.calls.length = 0;
    await worker.settled();
    const folder = `${PREFIX}/${(await read(id)).unique_code}`;
    // Both at once, in any order.
    expect(s3.calls.toSorted()).toEqual([`PUT ${folder}/01-2.jpg`, `PUT ${folder}/request.json`]);
    expect(s3.files.get(`${folder}/01-1.jpg`)).toEqual(before.get(`${folder}/01-1.jpg`));
    expect(JSON.parse(String(s3.files.get(`${folder}/request.json`)))).toMatchObject({ round: 2 });
  });

  it('should wait for the approval where only approved ones are wanted', async () => {
    await saveArchive(
      api,
      workspace.id,
      s3Archive(s3, { only_approved: true, pattern: '{code}/{slot}-{n}.jpg' }),
    );
    const { decide, askAgain, read } = reviewer();
    const { id, token } = await create({ requires_review: true });
    await submitPlaces(api, token, [0, 1]);
    await decide(id, askAgain(1));
    await submitPlaces(api, token, [0], 7);
    await worker.settled();
    expect(await copiesOf(api, id)).toEqual([]);

    await decide(id, { decision: 'approve' });
    await worker.settled();
    const folder = `${PREFIX}/${(await read(id)).unique_code}`;
    // The photo that was taken again is not approved, and not there.
    expect(namesIn(s3.files)).toEqual([`${folder}/01-1.jpg`, `${folder}/02-2.jpg`]);
  });

  it('should never replace files of another request with the same external ID', async () => {
    await saveArchive(
      api,
      workspace.id,
      s3Archive(s3, { pattern: '{external_id}/{slot}-{n}.jpg', request_json: true }),
    );
    const codes: string[] = [];
    for (const first of [1, 5]) {
      const { id, token } = await create({ external_id: 'same', photo_slots: [{ instructions: 'Car' }] });
      await submitPlaces(api, token, [0], first);
      codes.push((await reviewer().read(id)).unique_code);
    }
    await worker.settled();
    expect(namesIn(s3.files)).toEqual(
      ['01-1.jpg', `01-1-${codes[1]}.jpg`, 'request.json', `request-${codes[1]}.json`]
        .map((name) => `${PREFIX}/same/${name}`)
        .sort(),
    );
  });

  it('should not be copied when the request is deleted before, and stay where it is when after', async () => {
    await saveArchive(api, workspace.id, s3Archive(s3));
    const { key } = workspace.live;
    const copied = await submitPhotos(api, workspace);
    await worker.settled();
    const waiting = await submitPhotos(api, workspace);
    for (const id of [copied, waiting])
      expect((await api.call('DELETE', `/v1/photo-requests/${id}`, { key })).statusCode).toBe(200);
    await worker.settled();
    expect(s3.files.size).toBe(1);
    expect([...(await copiesOf(api, copied)), ...(await copiesOf(api, waiting))]).toEqual([]);
  });

  it('should be of the environment whose archive it is, and of no other workspace', async () => {
    const other = await api.createWorkspace();
    await saveArchive(api, workspace.id, s3Archive(s3), 'test');
    const ids = [await submitPhotos(api, workspace), await submitPhotos(api, other)];
    const id = await submitPhotos(api, workspace, { environment: 'test' });
    await worker.settled();
    expect(s3.files.size).toBe(1);
    expect(await states(id)).toEqual(['done']);
    for (const none of ids) expect(await copiesOf(api, none)).toEqual([]);
  });

  it('should be read from the storage, and be no copy when it is damaged there', async () => {
    await saveArchive(api, workspace.id, s3Archive(s3));
    const id = await submitPhotos(api, workspace);
    const [photo] = await itemsOf(api, workspace, id);
    const key = `photos/${photo?.id}.jpg`;
    const whole = await smallPhoto(1);
    await api.services.storage.putBytes(key, Buffer.alloc(whole.length, 7), 'image/jpeg');
    await worker.settled();
    expect(s3.files.size).toBe(0);
    expect(await copiesOf(api, id)).toMatchObject([
      { status: 'waiting', error: 'The file could not be read from our storage.' },
    ]);

    await api.services.storage.putBytes(key, whole, 'image/jpeg');
    api.clock.advance(HOUR);
    await worker.settled();
    expect(await states(id)).toEqual(['done']);
    expect([...s3.files.values()]).toEqual([whole]);
  });

  it('should be of nothing that a customer has not submitted', async () => {
    await saveArchive(api, workspace.id, s3Archive(s3));
    const { id, token } = await create();
    const page = await openPage(api, 'request', token);
    await page.send({ slot: 0, body: await smallPhoto(1) });
    await worker.settled();
    expect(await copiesOf(api, id)).toEqual([]);
  });
});
