import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { DatabaseUnavailableError, type Queries } from '../../../src/platform/db/database.ts';
import { startNode, type TestNode } from '../../helpers/app/node.ts';
import { PUBLIC_URL, useTestApp, useWorkspace } from '../../helpers/app/test-app.ts';
import {
  type Customer,
  createLink,
  createRequest,
  expectRefusal,
  kept,
  newClientId,
  openPage,
  settled,
  smallPhoto,
} from '../../helpers/capture/customer.ts';
import { withoutLastBytes } from '../../helpers/capture/jpeg-files.ts';
import { withFailingWrites } from '../../helpers/database/failing-writes.ts';
import { rowsOf } from '../../helpers/database/stored-rows.ts';
import { waitUntil } from '../../helpers/wait-until.ts';

const ROUNDS = 8;

function put(
  node: TestNode,
  { session }: Customer,
  { clientId, ticket, body, takenAt }: { clientId: string; ticket: string; body: Buffer; takenAt: number },
) {
  return node.app.inject({
    method: 'PUT',
    url: `/capture/photos/${clientId}`,
    payload: body,
    headers: {
      'content-type': 'image/jpeg',
      'x-capture-session': session,
      'x-capture-ticket': ticket,
      'x-photo-slot': '0',
      'x-photo-captured-at': new Date(takenAt).toISOString(),
    },
  });
}

interface Item {
  id: string;
  url: string;
  sha256: string;
}

describe('calls of customers at once', () => {
  const api = useTestApp();
  const workspace = useWorkspace(api);

  const read = async (id: string) =>
    (await api.call('GET', `/v1/photo-requests/${id}`, { key: workspace.live.key })).json().data;
  const events = (id: string) =>
    rowsOf(api.database, 'events', { subject_id: id, type: 'photo_request.submitted' });
  async function expectDownloads(item: Item) {
    const file = await api.call('GET', item.url.slice(PUBLIC_URL.length));
    expect(file.statusCode).toBe(200);
    expect(createHash('sha256').update(file.rawPayload).digest('hex')).toBe(item.sha256);
  }
  async function expectOnlyFilesOfPhotos() {
    await settled(api);
    while (await api.services.photoUpkeep.deleteQueuedFiles()) {
      // Until nothing is left.
    }
    await waitUntil(async () => {
      const { photos, files, temporaries } = await kept(api);
      const expected = photos.flatMap((id) => [`photos/${id}.jpg`, `thumbnails/${id}.jpg`]);
      expect([files, temporaries]).toEqual([expected.sort(), []]);
    });
  }

  it('should never lose an acknowledged photo to a submission that overtakes it', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { id, token } = await createRequest(api, workspace.live.key);
      const [phone, other] = [await openPage(api, 'request', token), await openPage(api, 'request', token)];
      await phone.send({ body: await smallPhoto() });
      const [upload, submission] = await Promise.all([
        phone.send({ slot: 1, body: await smallPhoto(2) }),
        other.submit(),
      ]);
      expect(submission.statusCode).toBe(200);
      expect([201, 409]).toContain(upload.statusCode);
      const { items } = await read(id);
      expect(items).toHaveLength(upload.statusCode === 201 ? 2 : 1);
      for (const item of items) await expectDownloads(item);
      const [event, ...more] = await events(id);
      expect(more).toEqual([]);
      expect(JSON.parse(event?.body ?? '').data.photos).toHaveLength(items.length);
    }
    await expectOnlyFilesOfPhotos();
  });

  it('should never change what was submitted by removing or replacing at the same moment', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { id, token } = await createRequest(api, workspace.live.key);
      const [phone, other] = [await openPage(api, 'request', token), await openPage(api, 'request', token)];
      const first = newClientId();
      await phone.send({ clientId: first, body: await smallPhoto() });
      await phone.send({ slot: 1, body: await smallPhoto(2) });
      const [removal, replacement, submission] = await Promise.all([
        phone.remove(first),
        phone.send({ slot: 1, body: await smallPhoto(3) }),
        other.submit(),
      ]);
      expect(submission.statusCode).toBe(200);
      expect([200, 409]).toContain(removal.statusCode);
      const { items } = await read(id);
      expect(items).toHaveLength(removal.statusCode === 200 ? 1 : 2);
      if (replacement.statusCode === 201) {
        expect(items.map((item: Item) => item.id)).toContain(replacement.json().data.id);
      }
      const [event] = await events(id);
      const told = JSON.parse(event?.body ?? '').data.photos.map((photo: Item) => photo.id);
      expect(told).toEqual(items.map((item: Item) => item.id));
    }
    await expectOnlyFilesOfPhotos();
  });

  it('should leave nothing of a request that is deleted while photos arrive', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { id, token } = await createRequest(api, workspace.live.key);
      const phone = await openPage(api, 'request', token);
      const uploads = [0, 1, 2].map(async (slot) => phone.send({ slot, body: await smallPhoto(slot) }));
      const deletion = api.call('DELETE', `/v1/photo-requests/${id}`, { key: workspace.live.key });
      const responses = await Promise.all(uploads);
      expect((await deletion).statusCode).toBe(200);
      for (const { statusCode } of responses) expect([201, 404]).toContain(statusCode);
      const left = await rowsOf(api.database, 'photos', { request_id: id });
      expect(left).toEqual([]);
    }
    await expectOnlyFilesOfPhotos();
  });

  it('should submit or delete a request, and never write the event of a deleted one', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { id, token } = await createRequest(api, workspace.live.key);
      const phone = await openPage(api, 'request', token);
      await phone.send({ body: await smallPhoto() });
      const [submission, deletion] = await Promise.all([
        phone.submit(),
        api.call('DELETE', `/v1/photo-requests/${id}`, { key: workspace.live.key }),
      ]);
      expect(deletion.statusCode).toBe(200);
      expect([200, 404]).toContain(submission.statusCode);
      const told = await events(id);
      // Submitted and at once deleted: the event is of what was.
      if (submission.statusCode === 404 && told.length > 0) expect(told).toHaveLength(1);
      else expect(told).toHaveLength(submission.statusCode === 200 ? 1 : 0);
    }
    await expectOnlyFilesOfPhotos();
  });

  it('should create one visit of the first four photos of a permanent link', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const link = await createLink(api, workspace.live.key);
      const phone = await openPage(api, 'link', link.slug);
      const responses = await Promise.all(
        [0, 1, 2, 3].map(async (slot) => phone.send({ slot, body: await smallPhoto(slot) })),
      );
      expect(responses.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201]);
      expect((await phone.submit()).statusCode).toBe(200);
      const visits = await rowsOf(api.database, 'photo_requests', { permanent_link_id: link.id });
      expect(visits).toHaveLength(1);
      expect((await read(visits[0]?.id ?? '')).items).toHaveLength(4);
    }
  });

  it('should submit once of twenty devices at once, with the quota taken once', async () => {
    const paying = await api.createWorkspace({ plan: 'professional' });
    const { id, token } = await createRequest(api, paying.live.key);
    const devices = await Promise.all(Array.from({ length: 20 }, () => openPage(api, 'request', token)));
    for (const slot of [0, 1, 2]) await devices[slot]?.send({ slot, body: await smallPhoto(slot) });
    const responses = await Promise.all(devices.map((device) => device.submit()));
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(200));
    expect(new Set(responses.map((response) => response.json().data.state.submitted_at)).size).toBe(1);
    expect(await events(id)).toHaveLength(1);
    const stats = await api.call('GET', '/v1/stats', { key: paying.live.key });
    expect(stats.json().data.usage.photos_used).toBe(3);
  });

  it('should not submit a damaged photo that was acknowledged in a rush, and take another in its place', async () => {
    const { id, token } = await createRequest(api, workspace.live.key);
    const phones = await Promise.all(Array.from({ length: 8 }, () => openPage(api, 'request', token)));
    // Well-formed to its end; only decoding it shows what is missing.
    const damaged = withoutLastBytes(await smallPhoto(), 5_000);
    const clientIds = phones.map(() => newClientId());
    const responses = await Promise.all(
      phones.map((phone, slot) => phone.send({ slot, clientId: clientIds[slot] as string, body: damaged })),
    );
    const [phone] = phones as [Customer];
    for (const response of responses) {
      if (response.statusCode !== 201) expectRefusal(response, 422, 'photo_damaged');
    }
    const first = await phone.submit();
    expect(first.statusCode, first.body).toBe(422);
    expect(await events(id)).toEqual([]);
    expect((await phone.send({ slot: 9, body: await smallPhoto() })).statusCode).toBe(201);
    expect((await phone.submit()).statusCode).toBe(200);
    expect((await read(id)).items).toMatchObject([{ slot_index: 9 }]);
    await expectOnlyFilesOfPhotos();
  });

  /** An upload whose photo is stored, by a node that waits before it writes that down. */
  async function uploadUntilStored(phone: Customer, photo: { clientId: string; ticket: string }) {
    const [stored, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const node = await startNode({
      api,
      database: {
        ...api.database,
        async write(work) {
          stored.resolve();
          await goOn.promise;
          return api.database.write(work);
        },
      },
    });
    const upload = put(node, phone, { ...photo, body: await smallPhoto(), takenAt: api.clock.now() });
    await stored.promise;
    return async () => {
      goOn.resolve();
      const response = await upload;
      await node.close();
      return response;
    };
  }

  it('should not take in a photo that was removed while it was being stored', async () => {
    const { id, token } = await createRequest(api, workspace.live.key);
    const phone = await openPage(api, 'request', token);
    const [clientId, other] = [newClientId(), newClientId()];
    const ticket = phone.tickets[0]?.[0] as string;
    const finish = await uploadUntilStored(phone, { clientId, ticket });
    expect((await phone.remove(clientId, { ticket })).statusCode).toBe(200);
    expectRefusal(await finish(), 409, 'ticket_used');
    expect((await phone.send({ slot: 1, clientId: other, body: await smallPhoto(2) })).statusCode).toBe(201);
    expect((await phone.submit({ photos: [other] })).statusCode).toBe(200);
    expect((await read(id)).items).toMatchObject([{ slot_index: 1 }]);
    await expectOnlyFilesOfPhotos();
  });

  it('should let a visit go on whose first photo was removed while it was being stored, after a reload too', async () => {
    const link = await createLink(api, workspace.live.key);
    const before = await openPage(api, 'link', link.slug);
    const clientId = newClientId();
    const ticket = before.tickets[0]?.[0] as string;
    const finish = await uploadUntilStored(before, { clientId, ticket });
    const phone = await openPage(api, 'link', link.slug, before.session);
    const removal = await phone.remove(clientId, { ticket, session: before.session });
    expect(removal.statusCode).toBe(200);
    expectRefusal(await finish(), 409, 'ticket_used');
    const reloaded = await openPage(api, 'link', link.slug, phone.session);
    expect((await reloaded.send({ slot: 1, body: await smallPhoto(2) })).statusCode).toBe(201);
    expect((await reloaded.submit()).statusCode).toBe(200);
    const visits = await rowsOf(api.database, 'photo_requests', { permanent_link_id: link.id });
    expect(visits).toHaveLength(1);
    expect((await read(visits[0]?.id ?? '')).items).toMatchObject([{ slot_index: 1 }]);
    await expectOnlyFilesOfPhotos();
  });

  it('should be without a removed photo whichever call comes first', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { token } = await createRequest(api, workspace.live.key);
      const phone = await openPage(api, 'request', token);
      const clientId = newClientId();
      const ticket = phone.tickets[0]?.[0] as string;
      const [upload, removal] = await Promise.all([
        phone.send({ clientId, ticket, body: await smallPhoto() }),
        phone.remove(clientId, { ticket }),
      ]);
      expect([201, 409]).toContain(upload.statusCode);
      expect(removal.statusCode).toBe(200);
      expect(await phone.state()).toMatchObject({ photo_count: 0, photos: [] });
    }
    await expectOnlyFilesOfPhotos();
  });

  it.each([
    ['of another slot', { slot: 1 }],
    ['of another session', { session: 'x'.repeat(26) }],
    ['that is none', { ticket: 'x' }],
  ])('should use up no ticket %s', async (_name, wrong) => {
    const { token } = await createRequest(api, workspace.live.key);
    const phone = await openPage(api, 'request', token);
    const [clientId, ticket] = [newClientId(), phone.tickets[0]?.[0] as string];
    expect((await phone.remove(clientId, { ticket, ...wrong })).statusCode).toBe(200);
    expect((await phone.send({ ticket, body: await smallPhoto() })).statusCode).toBe(201);
  });

  it.each([
    ['the database refuses to write', new DatabaseUnavailableError(new Error('read-only'))],
    ['a statement fails', new Error('out of disk')],
  ])(
    'should leave no file of a photo whose transaction never came to its end because %s',
    async (_why, error) => {
      const { token } = await createRequest(api, workspace.live.key);
      const phone = await openPage(api, 'request', token);
      const before = await kept(api);
      // The last statement of the transaction, as on a database that has become read-only meanwhile.
      const refusing = (trx: Queries): Queries =>
        new Proxy(trx, {
          get(queries, name) {
            if (name === 'insertInto') throw error;
            const value = Reflect.get(queries, name);
            return typeof value === 'function' ? value.bind(queries) : value;
          },
        });
      const node = await startNode({
        api,
        database: { ...api.database, write: (work) => api.database.write((trx) => work(refusing(trx))) },
      });
      for (let attempt = 0; attempt < 2; attempt++) {
        const photo = {
          clientId: newClientId(),
          ticket: phone.tickets[0]?.[0] as string,
          body: await smallPhoto(),
        };
        const refused = await put(node, phone, { ...photo, takenAt: api.clock.now() });
        expect(refused.statusCode).toBeGreaterThanOrEqual(500);
        expect(await kept(api)).toEqual(before);
      }
      await node.close();
    },
  );

  it('should leave no file of a photo when no transaction could be begun', async () => {
    const { token } = await createRequest(api, workspace.live.key);
    const phone = await openPage(api, 'request', token);
    const before = await kept(api);
    const error = new DatabaseUnavailableError(new Error('timeout exceeded when trying to connect'));
    const node = await startNode({ api, database: withFailingWrites(api.database, error) });
    const photo = {
      clientId: newClientId(),
      ticket: phone.tickets[0]?.[0] as string,
      body: await smallPhoto(),
    };
    const refused = await put(node, phone, { ...photo, takenAt: api.clock.now() });
    expect(refused.statusCode).toBe(503);
    expect(await kept(api)).toEqual(before);
    await node.close();
  });

  it('should keep a photo whose row was written though the database did not get to say so', async () => {
    const node = await startNode({
      api,
      database: {
        ...api.database,
        async write(work) {
          await api.database.write(work);
          throw new DatabaseUnavailableError(new Error('Connection lost while it committed'));
        },
      },
    });
    const { id, token } = await createRequest(api, workspace.live.key);
    const phone = await openPage(api, 'request', token);
    const clientId = newClientId();
    const ticket = phone.tickets[0]?.[0] as string;
    const photo = { clientId, ticket, body: await smallPhoto() };
    const lost = await put(node, phone, { ...photo, takenAt: api.clock.now() });
    expect(lost.statusCode).toBe(503);
    // The phone tries again, and what is acknowledged now must be there.
    expect((await phone.send(photo)).statusCode).toBeLessThan(300);
    expect((await phone.submit({ photos: [clientId] })).statusCode).toBe(200);
    const { items } = await read(id);
    expect(items).toHaveLength(1);
    await expectDownloads(items[0]);
    await node.close();
  });
});
