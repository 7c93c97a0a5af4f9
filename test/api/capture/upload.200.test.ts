import { describe, expect, it } from 'vitest';
import { useTestApp, useWorkspace } from '../../helpers/app/test-app.ts';
import {
  type Customer,
  createRequest,
  kept,
  newClientId,
  openPage,
  settled,
  smallPhoto,
} from '../../helpers/capture/customer.ts';
import { rowOf, rowsOf } from '../../helpers/database/stored-rows.ts';
import { waitUntil } from '../../helpers/wait-until.ts';

describe('a photo that is sent again, replaced or removed', () => {
  const api = useTestApp();
  const workspace = useWorkspace(api);

  async function customer(): Promise<Customer & { id: string }> {
    const { id, token } = await createRequest(api, workspace.live.key);
    return { id, ...(await openPage(api, 'request', token)) };
  }
  const photosOf = (id: string) => rowsOf(api.database, 'photos', { request_id: id });
  async function deleteQueuedFiles() {
    await settled(api);
    while (await api.services.photoUpkeep.deleteQueuedFiles()) {
      // Until nothing is left.
    }
  }

  it('should get the response of the first time, with the same next ticket, and be stored once', async () => {
    const page = await customer();
    const ticket = page.tickets[0]?.[0] as string;
    const photo = { clientId: newClientId(), body: await smallPhoto(), ticket };
    const first = await page.send(photo);
    const after = await kept(api);
    // The retry is the first one's, whatever it carries: the response was lost, not the photo.
    const retries = [
      await page.send(photo),
      await page.send({ ...photo, body: await smallPhoto(2) }),
      await page.send({ ...photo, ticket: page.tickets[0]?.[1] as string }),
    ];
    expect(first.statusCode).toBe(201);
    for (const retry of retries) {
      expect([retry.statusCode, retry.json().data]).toEqual([200, first.json().data]);
    }
    expect(retries[0]?.json().tickets).toEqual(first.json().tickets);
    expect(await kept(api)).toEqual(after);
  });

  it('should be stored once of ten at once, with one ticket or with several', async () => {
    for (const many of [1, 3]) {
      const page = await customer();
      const tickets = page.tickets[0]?.slice(0, many) ?? [];
      const photo = { clientId: newClientId(), body: await smallPhoto() };
      const before = await kept(api);
      const responses = await Promise.all(
        Array.from({ length: 10 }, (_, n) => page.send({ ...photo, ticket: tickets[n % many] as string })),
      );
      expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([...Array(9).fill(200), 201]);
      expect(new Set(responses.map((response) => response.json().data.id)).size).toBe(1);
      await settled(api);
      const after = await kept(api);
      expect(after.files).toHaveLength(before.files.length + 2);
      expect(after.temporaries).toEqual([]);
      expect(await photosOf(page.id)).toHaveLength(1);
    }
  });

  it('should give one of two photos with the same ticket at once its place', async () => {
    const page = await customer();
    const ticket = page.tickets[0]?.[0] as string;
    const before = await kept(api);
    const responses = await Promise.all([
      page.send({ ticket, body: await smallPhoto(1) }),
      page.send({ ticket, body: await smallPhoto(2) }),
    ]);
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409]);
    const winner = responses.find(({ statusCode }) => statusCode === 201);
    const [photo, ...others] = await photosOf(page.id);
    expect([photo?.id, others]).toEqual([winner?.json().data.id, []]);
    await settled(api);
    const after = await kept(api);
    expect(after.files).toHaveLength(before.files.length + 2);
    expect(after.temporaries).toEqual([]);
  });

  it('should replace what is in its slot, whose files then go', async () => {
    const page = await customer();
    const old = (await page.send({ body: await smallPhoto(1) })).json().data;
    const fresh = (await page.send({ body: await smallPhoto(2) })).json().data;
    expect((await photosOf(page.id)).map(({ id }) => id)).toEqual([fresh.id]);
    await deleteQueuedFiles();
    const { files } = await kept(api);
    expect(files.filter((key) => key.includes(old.id))).toEqual([]);
    expect(files.filter((key) => key.includes(fresh.id))).toHaveLength(2);
    expect(await page.state()).toMatchObject({ photos: [{ client_id: fresh.client_id, slot_index: 0 }] });
  });

  it('should leave one photo in a slot that ten are sent to at once', async () => {
    const page = await customer();
    const { token } = await rowOf(api.database, 'photo_requests', { id: page.id });
    const devices = await Promise.all(Array.from({ length: 10 }, () => openPage(api, 'request', token)));
    const responses = await Promise.all(
      devices.map(async (device, n) => device.send({ body: await smallPhoto(n) })),
    );
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(201));
    const [photo, ...others] = await photosOf(page.id);
    expect(others).toEqual([]);
    await deleteQueuedFiles();
    const sent = responses.map((response) => response.json().data.id);
    await waitUntil(async () => {
      const { files } = await kept(api);
      const left = files.filter((key) => sent.some((id) => key.includes(id)));
      expect(left).toEqual([`photos/${photo?.id}.jpg`, `thumbnails/${photo?.id}.jpg`]);
    });
  });

  it('should be removed, also twice, and be taken again under the same name', async () => {
    const page = await customer();
    const photo = { clientId: newClientId(), body: await smallPhoto() };
    const first = (await page.send(photo)).json().data;
    for (let time = 0; time < 2; time++) {
      const removed = await page.remove(photo.clientId);
      expect([removed.statusCode, removed.json()]).toEqual([
        200,
        { data: { client_id: photo.clientId, deleted: true } },
      ]);
    }
    expect(await page.state()).toMatchObject({ status: 'in_progress', photos: [] });
    const again = await page.send(photo);
    expect(again.statusCode).toBe(201);
    await deleteQueuedFiles();
    const { files } = await kept(api);
    expect(files.filter((key) => key.includes(first.id))).toEqual([]);
    expect(files.filter((key) => key.includes(again.json().data.id))).toHaveLength(2);
    expect((await page.submit({ photos: [photo.clientId] })).statusCode).toBe(200);
  });

  it('should be removable by another device of the same request, and be seen by it', async () => {
    const { token } = await createRequest(api, workspace.live.key);
    const [phone, tablet] = [await openPage(api, 'request', token), await openPage(api, 'request', token)];
    const clientId = newClientId();
    await phone.send({ clientId, body: await smallPhoto() });
    expect(await tablet.state()).toMatchObject({ photos: [{ client_id: clientId }] });
    await tablet.remove(clientId);
    expect(await phone.state()).toMatchObject({ photos: [] });
  });
});
