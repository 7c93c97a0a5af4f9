import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { PUBLIC_URL, useTestApp, useWorkspace } from '../../helpers/app/test-app.ts';
import { type Customer, keyOf, newClientId, openPage } from '../../helpers/capture/customer.ts';
import { samplePhoto } from '../../helpers/capture/sample-photo.ts';
import { rowsOf } from '../../helpers/database/stored-rows.ts';

const SLOTS = [
  { instructions: 'Front', is_required: true },
  { instructions: 'Back', is_required: true },
  { instructions: 'Inside', is_required: false },
];

describe('a submission', () => {
  const api = useTestApp();
  const workspace = useWorkspace(api);

  async function request(body: object = { photo_slots: SLOTS }) {
    const response = await api.call('POST', '/v1/photo-requests', {
      key: workspace.live.key,
      body: { instructions: 'Please photograph the car.', ...body },
    });
    return response.json().data as { id: string; request_url: string };
  }
  const read = async (id: string) =>
    (await api.call('GET', `/v1/photo-requests/${id}`, { key: workspace.live.key })).json().data;
  const events = (id: string) =>
    rowsOf(api.database, 'events', { subject_id: id, type: 'photo_request.submitted' });

  async function fill(customer: Customer): Promise<string[]> {
    const clientIds = [newClientId(), newClientId()];
    for (const [slot, clientId] of clientIds.entries()) {
      const sent = await customer.send({ slot, clientId, body: await samplePhoto(slot + 1) });
      expect(sent.statusCode).toBe(201);
    }
    return clientIds;
  }

  it('should go from the link to photos that can be downloaded, and write its event', async () => {
    const { id, request_url } = await request();
    const customer = await openPage(api, 'request', keyOf(request_url));
    expect(customer.opened.statusCode).toBe(201);
    expect(await read(id)).toMatchObject({ status: 'pending', first_viewed_at: expect.any(String) });

    const first = newClientId();
    const located = { 'x-photo-location': '52.5163,13.3777,12.5', 'x-photo-hint': 'dark' };
    expect((await customer.send({ clientId: first, headers: located })).statusCode).toBe(201);
    expect(await read(id)).toMatchObject({ status: 'in_progress', items: [] });
    const second = newClientId();
    expect((await customer.send({ clientId: second, slot: 1, body: await samplePhoto(2) })).statusCode).toBe(
      201,
    );
    const submitted = await customer.submit({ photos: [first, second], location: { lat: 1.5, lng: -2.5 } });
    expect(submitted.statusCode).toBe(200);
    expect(submitted.json().data.state).toMatchObject({ status: 'submitted' });

    const shown = await read(id);
    expect(shown).toMatchObject({
      status: 'submitted',
      submitted_at: expect.any(String),
      items: [
        {
          slot_index: 0,
          slot_instructions: 'Front',
          metadata: { gps_lat: 52.5163, gps_lng: 13.3777, gps_accuracy: 12.5, quality_hint: 'dark' },
        },
        { slot_index: 1, slot_instructions: 'Back', metadata: { gps_lat: 1.5, gps_lng: -2.5 } },
      ],
    });
    for (const [index, item] of shown.items.entries()) {
      const file = await api.call('GET', item.url.slice(PUBLIC_URL.length));
      expect(file.statusCode).toBe(200);
      expect(createHash('sha256').update(file.rawPayload).digest('hex')).toBe(item.sha256);
      expect(file.rawPayload.equals(await samplePhoto(index + 1))).toBe(true);
      const thumbnail = await api.call('GET', item.thumbnail_url.slice(PUBLIC_URL.length));
      expect(thumbnail.headers['content-type']).toBe('image/jpeg');
    }
    const [event, ...others] = await events(id);
    expect(others).toEqual([]);
    const body = JSON.parse(event?.body ?? '');
    expect(JSON.stringify(body)).toBe(event?.body);
    expect(body).toMatchObject({
      event: 'photo_request.submitted',
      timestamp: shown.submitted_at,
      data: {
        id,
        type: 'one_time',
        instructions: 'Please photograph the car.',
        submitted_at: shown.submitted_at,
      },
    });
    expect(body.data.photos.map((photo: { id: string }) => photo.id)).toEqual(
      shown.items.map((item: { id: string }) => item.id),
    );
  });

  it('should be created once of twenty devices at once', async () => {
    const { id, request_url } = await request();
    const customer = await openPage(api, 'request', keyOf(request_url));
    await fill(customer);
    const others = await Promise.all(
      Array.from({ length: 20 }, () => openPage(api, 'request', keyOf(request_url))),
    );
    const responses = await Promise.all(others.map((other) => other.submit()));
    expect(responses.map((response) => response.statusCode)).toEqual(Array(20).fill(200));
    expect(await events(id)).toHaveLength(1);
  });

  it('should respond to a second tap like the first', async () => {
    const { id, request_url } = await request();
    const customer = await openPage(api, 'request', keyOf(request_url));
    const photos = await fill(customer);
    const first = await customer.submit({ photos });
    api.clock.advance(5_000);
    const second = await customer.submit({ photos });
    expect(second.statusCode).toBe(200);
    expect(second.json().data.state.submitted_at).toBe(first.json().data.state.submitted_at);
    expect(await events(id)).toHaveLength(1);
  });

  it('should be refused while a required slot is empty, and leave the request open', async () => {
    const { id, request_url } = await request();
    const customer = await openPage(api, 'request', keyOf(request_url));
    await customer.send({ slot: 0 });
    const response = await customer.submit();
    expect(response.statusCode).toBe(422);
    expect(response.json().error).toMatchObject({ code: 'slots_missing', details: { slots: ['1'] } });
    expect(await read(id)).toMatchObject({ status: 'in_progress', submitted_at: null });
    expect(await events(id)).toEqual([]);
  });

  it('should be refused while a photo that the customer sees is not here', async () => {
    const { request_url } = await request();
    const customer = await openPage(api, 'request', keyOf(request_url));
    const photos = await fill(customer);
    const absent = newClientId();
    const response = await customer.submit({ photos: [...photos, absent] });
    expect(response.statusCode).toBe(409);
    expect(response.json().error).toMatchObject({ code: 'photos_missing', details: { photos: [absent] } });
  });

  describe('that was sent before', () => {
    it('should be told by a repeat which photos were not part of it', async () => {
      const { id, request_url } = await request();
      const [customer, other] = [
        await openPage(api, 'request', keyOf(request_url)),
        await openPage(api, 'request', keyOf(request_url)),
      ];
      const [front = '', back = ''] = await fill(customer);
      const replacement = newClientId();
      await other.send({ slot: 1, clientId: replacement, body: await samplePhoto(3) });
      expect((await other.submit({ photos: [front, replacement] })).statusCode).toBe(200);
      const response = await customer.submit({ photos: [front, back] });
      expect(response.statusCode).toBe(409);
      expect(response.json().error).toMatchObject({
        code: 'photos_not_included',
        details: { photos: [back] },
      });
      // What it names is all part of it.
      expect((await customer.submit({ photos: [front] })).statusCode).toBe(200);
      expect(await events(id)).toHaveLength(1);
    });

    it('should never be claimed for the photos of both of two that are created at once', async () => {
      for (let round = 0; round < 5; round++) {
        const { request_url } = await request();
        const customer = await openPage(api, 'request', keyOf(request_url));
        const photos = await fill(customer);
        const [right, wrong] = await Promise.all([
          customer.submit({ photos }),
          customer.submit({ photos: [...photos, newClientId()] }),
        ]);
        expect(right.statusCode).toBe(200);
        expect(wrong.statusCode).toBe(409);
        expect(['photos_missing', 'photos_not_included']).toContain(wrong.json().error.code);
      }
    });
  });
});
