import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { OPERATOR } from '../../../src/audit/actor.ts';
import type { SlotImageRow } from '../../../src/platform/db/tables.ts';
import type { SlotImage } from '../../../src/slot-images/schema.ts';
import { useTestApp, useWorkspaceForEach } from '../../helpers/app/test-app.ts';
import { createOwner } from '../../helpers/app/web-browser.ts';
import { smallPhoto } from '../../helpers/capture/customer.ts';
import { ids } from '../../helpers/database/rows.ts';
import { insertRows, rowsOf } from '../../helpers/database/stored-rows.ts';
import { expectData, expectError } from '../../helpers/http/expect-response.ts';

describe('an image for a slot', () => {
  const api = useTestApp({ withPages: true });
  const workspace = useWorkspaceForEach(api);
  const outline = () =>
    sharp({ create: { width: 60, height: 40, channels: 4, background: '#0000' } })
      .png()
      .toBuffer();

  const upload = async (purpose: string, raw: Buffer, headers = {}) =>
    api.call('POST', `/v1/slot-images?purpose=${purpose}`, {
      key: workspace.live.key,
      raw,
      headers: { 'content-type': 'image/png', ...headers },
    });
  const uploaded = async (purpose: string, raw: Buffer) =>
    expectData(await upload(purpose, raw), 201) as SlotImage;
  const fileOf = ({ url }: SlotImage) => api.call('GET', new URL(url).pathname);
  const createRequest = (slot: object) =>
    api.call('POST', '/v1/photo-requests', {
      key: workspace.live.key,
      body: { instructions: 'The car', photo_slots: [{ instructions: 'Front', ...slot }] },
    });

  it('should be redrawn, and shown to whoever has its address', async () => {
    const example = await uploaded('example', await smallPhoto());
    const file = await fileOf(example);
    expect(file.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
    const { format, width, height } = await sharp(file.rawPayload).metadata();
    expect({ format, width, height }).toEqual({
      format: 'jpeg',
      width: example.width,
      height: example.height,
    });
    expect(file.rawPayload.equals(await smallPhoto())).toBe(false);
  });

  it('should be used in slots for what it was uploaded for, by its owner alone', async () => {
    const example = await uploaded('example', await smallPhoto());
    const guide = await uploaded('guide', await outline());
    const slot = { example_image_id: example.id, guide_image_id: guide.id };
    const created = expectData(await createRequest(slot), 201);
    expect(created).toMatchObject({ photo_slots: [slot] });
    const refused = async (other: object, field: string) =>
      expectError(await createRequest(other), 422, 'validation_error', [`photo_slots.0.${field}`]);
    await refused({ example_image_id: guide.id }, 'example_image_id');
    await refused({ guide_image_id: guide.id, guide: 'card' }, 'guide_image_id');
    const stranger = await api.createWorkspace();
    const by = { ...OPERATOR, workspaceId: stranger.id, environment: 'live' } as const;
    const theirs = await api.services.slotImages.upload(by, { purpose: 'example', body: await smallPhoto() });
    await refused({ example_image_id: theirs.data.id }, 'example_image_id');
  });

  it('should be gone with its file when it is deleted, and requests go on without it', async () => {
    const example = await uploaded('example', await smallPhoto());
    const request = expectData(await createRequest({ example_image_id: example.id }), 201) as { id: string };
    const deleted = await api.call('DELETE', `/v1/slot-images/${example.id}`, { key: workspace.live.key });
    expectData(deleted, 200);
    await api.services.photoUpkeep.deleteQueuedFiles();
    expect((await fileOf(example)).statusCode).toBe(404);
    const read = await api.call('GET', `/v1/photo-requests/${request.id}`, { key: workspace.live.key });
    expectData(read, 200);
  });

  it('should be limited in number by the plan, which shows how many there are', async () => {
    const owner = await createOwner(api, 'developer_free');
    const { key } = await api.createKey(owner.workspaceId);
    const uploadTheirs = async () =>
      api.call('POST', '/v1/slot-images?purpose=guide', {
        key,
        raw: await outline(),
        headers: { 'content-type': 'image/png' },
      });
    const { id } = expectData(await uploadTheirs(), 201) as SlotImage;
    const [row] = await rowsOf(api.database, 'slot_images', { id });
    const copies = Array.from({ length: 28 }, () => ({
      ...(row as SlotImageRow),
      id: ids.next('slotImage'),
    }));
    await insertRows(api.database, 'slot_images', copies);
    const both = await Promise.all([uploadTheirs(), uploadTheirs()]);
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([201, 403]);
    expectError(await uploadTheirs(), 403, 'plan_upgrade_required', []);
    const body = { name: 'Car', instructions: 'The car' };
    expectData(await api.call('POST', '/v1/templates', { key, body }), 201);
    expect(await owner.browser.expect('GET', `${owner.path}/plan`)).toMatchObject({
      templates: { count: 1, limit: 3 },
      slot_images: { count: 30, limit: 30 },
    });
  });

  it('should leave templates usable when it is deleted', async () => {
    const { key } = workspace.live;
    const { id: example_image_id } = await uploaded('example', await smallPhoto());
    const body = {
      name: 'Car',
      instructions: 'The car',
      photo_slots: [{ instructions: 'Front', example_image_id }],
    };
    const { id } = expectData<{ id: string }>(await api.call('POST', '/v1/templates', { key, body }), 201);
    await api.call('DELETE', `/v1/slot-images/${example_image_id}`, { key });
    const calls = [
      ['POST', '/v1/photo-requests', { template_id: id }],
      ['POST', '/v1/permanent-links', { template_id: id }],
      ['POST', `/v1/templates/${id}/duplicate`, {}],
      ['PATCH', `/v1/templates/${id}`, { name: 'Van' }],
    ] as const;
    for (const [method, path, sent] of calls) {
      const response = await api.call(method, path, { key, body: sent });
      expect([path, Math.floor(response.statusCode / 100)]).toEqual([path, 2]);
    }
  });

  it('should be stored once for an Idempotency-Key', async () => {
    const raw = await smallPhoto();
    const key = { 'idempotency-key': 'image-1' };
    const twice = [await upload('example', raw, key), await upload('example', raw, key)];
    const [first, second] = twice.map((response) => expectData(response, 201) as SlotImage);
    expect(second).toEqual(first);
    expect(await rowsOf(api.database, 'slot_images', { workspace_id: workspace.id })).toHaveLength(1);
    expectError(await upload('example', await outline(), key), 422, 'idempotency_mismatch', []);
  });

  it.each([
    [
      'no image',
      'example',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      422,
      'validation_error',
    ],
    ['nothing', 'example', Buffer.alloc(0), 422, 'validation_error'],
    ['a guide that hides the picture', 'guide', smallPhoto(), 422, 'validation_error'],
    ['an unknown purpose', 'logo', smallPhoto(), 400, 'invalid_parameter'],
    ['more bytes than are taken', 'example', Buffer.alloc(9 * 1024 * 1024, 1), 422, 'validation_error'],
  ])('should be refused when it is %s', async (_name, purpose, body, status, code) => {
    const response = await upload(purpose, await body);
    expect([response.statusCode, response.json().error.code]).toEqual([status, code]);
    expect(await rowsOf(api.database, 'slot_images', { workspace_id: workspace.id })).toEqual([]);
  });
});
