import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { startDashboard } from '../helpers/browser/dashboard-stage.ts';
import { openPage, smallPhoto } from '../helpers/capture/customer.ts';

const COUNT = 50;
const run = promisify(execFile);
const stage = startDashboard({ mailConfigured: true });

/** Another implementation of the format reads it. */
const HASHES = `
import sys, json, zipfile, hashlib
with zipfile.ZipFile(sys.argv[1]) as archive:
    assert archive.testzip() is None
    print(json.dumps([[e.filename, hashlib.sha256(archive.read(e)).hexdigest()] for e in archive.infolist()]))
`;

async function sendPhotos(token: string): Promise<void> {
  const customer = await openPage(stage.api, 'request', token);
  for (let slot = 0; slot < COUNT; slot++) {
    const sent = await customer.send({ slot, body: await smallPhoto(slot) });
    expect(sent.statusCode, sent.body).toBe(201);
  }
  expect((await customer.submit()).statusCode).toBe(200);
}

/** From now on the storage opens so many photos, and no further one until it is let. */
function holdPhotosAfter(count: number): () => void {
  const { storage } = stage.api.services;
  const { open } = storage;
  const { promise: released, resolve } = Promise.withResolvers<void>();
  let opened = 0;
  storage.open = async (key, range) => {
    if (key.startsWith('photos/')) opened += 1;
    if (opened > count) await released;
    return open(key, range);
  };
  return () => {
    storage.open = open;
    resolve();
  };
}

it('should load fifty photos as a ZIP, say how far it is, and bring each as it was sent', async () => {
  const owner = await stage.createOwner();
  const photo_slots = Array.from({ length: COUNT }, (_, index) => ({ instructions: `Photo ${index + 1}` }));
  const { id, token, code } = await stage.createRequest(owner, { photo_slots });
  await sendPhotos(token);
  const me = await stage.enter(owner, { acceptDownloads: true });
  await me.visit(`test/photo-requests/${id}`);
  await me.page
    .getByTestId('photo')
    .nth(COUNT - 1)
    .waitFor();

  const release = holdPhotosAfter(COUNT / 2);
  const download = me.page.waitForEvent('download');
  await me.page.getByTestId('download-zip').click();
  const progress = me.page.getByTestId('zip-progress');
  await progress.getByText(/^[45]\d%$/).waitFor();
  expect(Number(await progress.getByRole('progressbar').getAttribute('aria-valuenow'))).toBeGreaterThan(39);
  release();

  const file = await download;
  expect(file.suggestedFilename()).toBe(`${code}.zip`);
  const { stdout } = await run('python3', ['-c', HASHES, await file.path()]);
  const { request } = await me.call<{ request: { items: { sha256: string }[] } }>(
    'GET',
    `photo-requests/${id}?environment=test`,
  );
  const number = (index: number) => String(index + 1).padStart(2, '0');
  expect(JSON.parse(stdout)).toEqual([
    ...request.items.map(({ sha256 }, index) => [`${number(index)}-photo-${index + 1}.jpg`, sha256]),
    ['evidence.json', expect.any(String)],
  ]);
  expect(new Set(request.items.map(({ sha256 }) => sha256)).size).toBe(COUNT);
  await progress.waitFor({ state: 'detached' });

  const releaseRest = holdPhotosAfter(COUNT / 2);
  await me.page.getByTestId('download-zip').click();
  await progress.waitFor();
  const givenUp = me.page.waitForEvent('requestfailed', (request) => request.url().includes('photos.zip'));
  await me.page.getByTestId('nav-members').click();
  await givenUp;
  releaseRest();
});
