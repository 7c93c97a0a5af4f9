import { describe, expect, it } from 'vitest';
import { countStored, createPhotoRequest, NOTHING_STORED } from '../../helpers/app/stored-objects.ts';
import { type Call, useTestApp } from '../../helpers/app/test-app.ts';
import { updateRows } from '../../helpers/database/stored-rows.ts';
import { expectError, REQUEST_ID } from '../../helpers/http/expect-response.ts';

/** Spec 7.2: a shape of its own, whatever else is wrong with the body. */
describe('POST /v1/photo-requests: 422 for email fields on the free plan', () => {
  const api = useTestApp();

  const post = (key: string, call: Call) => api.call('POST', '/v1/photo-requests', { key, ...call });

  const UPGRADE = expect.stringMatching(/email features are unavailable on the free plan.*upgrade/i);

  it.each([
    ['a good address', { recipient_email: 'customer@example.com' }],
    ['null', { recipient_email: null }],
    ['an empty string', { recipient_email: '' }],
    ['a wrong type', { recipient_email: { a: 1 } }],
    ['a NUL character', { recipient_email: '\u0000' }],
    ['nothing else that is valid', { recipient_email: 'x', instructions: '', expires_in_hours: -1 }],
    ['no instructions', { recipient_email: 'customer@example.com', instructions: undefined }],
    ['slots of the wrong type', { recipient_email: 'customer@example.com', photo_slots: 7 }],
  ])('should refuse recipient_email by its mere presence: %s', async (_name, fields) => {
    const workspace = await api.createWorkspace({ plan: 'developer_free' });
    const response = await post(workspace.live.key, { body: { instructions: 'x', ...fields } });
    expect(response.statusCode).toBe(422);
    expect(response.headers['x-request-id']).toMatch(REQUEST_ID);
    expect(response.json()).toStrictEqual({
      message: expect.stringMatching(/recipient email field is prohibited/i),
      errors: { recipient_email: [UPGRADE] },
    });
    expect(await countStored(api, workspace.id)).toEqual(NOTHING_STORED);
  });

  it.each([
    ['true', { send_email: true }],
    ['false', { send_email: false }],
    ['null', { send_email: null }],
    ['a wrong type', { send_email: 'yes' }],
    ['both', { send_email: true, recipient_email: 'customer@example.com' }],
  ])('should name send_email beside recipient_email when it was sent: %s', async (_name, fields) => {
    const workspace = await api.createWorkspace({ plan: 'developer_free' });
    const response = await post(workspace.live.key, { body: { instructions: 'x', ...fields } });
    expect(response.statusCode).toBe(422);
    expect(response.json()).toStrictEqual({
      message: expect.stringMatching(/recipient email field is prohibited/i),
      errors: { recipient_email: [UPGRADE], send_email: [UPGRADE] },
    });
    expect(await countStored(api, workspace.id)).toEqual(NOTHING_STORED);
  });

  it('should refuse the fields for a test key as well, and before it looks at the quota', async () => {
    const workspace = await api.createWorkspace({ plan: 'developer_free' });
    await updateRows(api.database, 'workspaces', { id: workspace.id }, { lifetime_photos: 100 });
    for (const { key } of [workspace.live, workspace.test]) {
      const response = await post(key, { body: { instructions: 'x', send_email: true } });
      expect(response.statusCode).toBe(422);
      expect(Object.keys(response.json())).toEqual(['message', 'errors']);
    }
  });

  it('should not mistake other places for the field', async () => {
    const workspace = await api.createWorkspace({ plan: 'developer_free' });
    await createPhotoRequest(api, workspace.live.key, { metadata: { recipient_email: 'a@example.com' } });
    const inSlot = await api.call('POST', '/v1/photo-requests?recipient_email=a@example.com', {
      key: workspace.live.key,
      body: { instructions: 'x', photo_slots: [{ instructions: 'y', send_email: true }] },
    });
    expect(inSlot.statusCode).toBe(201);
  });

  it.each([
    ['professional', 'customer@example.com'],
    ['enterprise', 'first.last+tag@mail.example.co.uk'],
  ] as const)('should accept the fields on the %s plan', async (plan, recipient_email) => {
    const workspace = await api.createWorkspace({ plan });
    const created = await createPhotoRequest(api, workspace.live.key, { recipient_email, send_email: true });
    expect(created.recipient_email).toBe(recipient_email);
  });

  it.each([
    ['send_email without recipient_email', { send_email: true }, ['recipient_email']],
    ['send_email with a null recipient', { send_email: true, recipient_email: null }, ['recipient_email']],
    ['text for send_email', { send_email: 'true', recipient_email: 'a@example.com' }, ['send_email']],
    ['no address', { recipient_email: 'nobody' }, ['recipient_email']],
    ['an empty address', { recipient_email: '' }, ['recipient_email']],
    ['two addresses', { recipient_email: 'a@example.com,b@example.com' }, ['recipient_email']],
    ['a header injection', { recipient_email: 'a@example.com\r\nBcc: b@example.com' }, ['recipient_email']],
    ['a name beside the address', { recipient_email: 'A <a@example.com>' }, ['recipient_email']],
    ['an endless address', { recipient_email: `${'a'.repeat(250)}@example.com` }, ['recipient_email']],
    ['a list', { recipient_email: ['a@example.com'] }, ['recipient_email']],
  ])('should respond in the ordinary shape on a paid plan: %s', async (_name, fields, wrong) => {
    const workspace = await api.createWorkspace({ plan: 'professional' });
    const response = await post(workspace.live.key, { body: { instructions: 'x', ...fields } });
    expectError(response, 422, 'validation_error', wrong);
    expect(await countStored(api, workspace.id)).toEqual(NOTHING_STORED);
  });
});
