import { describe, expect, it } from 'vitest';
import { OPERATOR } from '../../../src/audit/actor.ts';
import { SealBrokenError } from '../../../src/platform/secrets.ts';
import { createServices } from '../../../src/services.ts';
import { useTestApp, useWorkspace } from '../../helpers/app/test-app.ts';
import { readAllTables } from '../../helpers/database/stored-rows.ts';
import { createEndpointIn } from '../../helpers/webhooks/create-endpoint.ts';

const URL = 'http://127.0.0.1:8080/hook';

describe('the signing secret of a webhook endpoint', () => {
  const api = useTestApp();
  const workspace = useWorkspace(api);

  const endpoints = () => api.services.webhookEndpoints;
  const create = () => createEndpointIn(api.services, workspace.id, { url: URL });
  const rotate = async (id: string) => (await endpoints().rotate(OPERATOR, workspace.id, id)).data;

  it('should be its own for every endpoint, and be shown again on demand', async () => {
    const [one, other] = await Promise.all([create(), create()]);
    expect(one.signingSecret).not.toBe(other.signingSecret);
    for (const { id, signingSecret } of [one, other])
      expect(await endpoints().revealSecret(OPERATOR, workspace.id, id)).toEqual({
        current: signingSecret,
        next: null,
      });
  });

  it('should be part of no response but those that are about it', async () => {
    const { id, signingSecret } = await create();
    const next = (await rotate(id)).signingSecret;
    const shown = JSON.stringify([
      await endpoints().find(workspace.id, id),
      await endpoints().list(workspace.id),
      await endpoints().edit(OPERATOR, workspace.id, id, { name: 'New' }),
      await endpoints().disable(OPERATOR, workspace.id, id),
      await endpoints().enable(OPERATOR, workspace.id, id),
      await endpoints().activateSecret(OPERATOR, workspace.id, id),
    ]);
    expect(shown).not.toContain('whsec_');
    for (const secret of [signingSecret, next]) expect(shown).not.toContain(secret.slice(6, 30));
  });

  it('should be in the clear in no column of any table', async () => {
    const { id, signingSecret } = await create();
    const next = (await rotate(id)).signingSecret;
    const dump = JSON.stringify(await readAllTables(api.database));
    expect(dump).toContain(id);
    for (const secret of [signingSecret, next]) {
      const key = Buffer.from(secret.slice(6), 'base64');
      for (const text of [secret.slice(6, 30), key.toString('hex'), key.toString('base64url').slice(0, 24)])
        expect(dump).not.toContain(text);
      const encoded = Buffer.from(secret).toString('base64url');
      expect(dump).not.toContain(encoded.slice(8, 40));
    }
  });

  it('should open with the SECRET_KEY it was stored with alone', async () => {
    const { id, signingSecret } = await create();
    const { webhookEndpoints: again } = createServices({ ...api.services });
    expect((await again.revealSecret(OPERATOR, workspace.id, id)).current).toBe(signingSecret);
    const { webhookEndpoints: others } = createServices({ ...api.services, secretKey: 'another secret key' });
    await expect(others.revealSecret(OPERATOR, workspace.id, id)).rejects.toThrow(SealBrokenError);
    // All the rest needs no secret, and a rotation leads out of it.
    expect((await others.find(workspace.id, id)).id).toBe(id);
    const { data: next } = await others.rotate(OPERATOR, workspace.id, id);
    await others.activateSecret(OPERATOR, workspace.id, id);
    expect((await others.revealSecret(OPERATOR, workspace.id, id)).current).toBe(next.signingSecret);
  });

  it('should open for its own row alone', async () => {
    const [one, other] = await Promise.all([create(), create()]);
    await api.database.write(async (trx) => {
      const stolen = trx.selectFrom('webhook_endpoints').select('secret').where('id', '=', one.id);
      await trx.updateTable('webhook_endpoints').set({ secret: stolen }).where('id', '=', other.id).execute();
    });
    await expect(endpoints().revealSecret(OPERATOR, workspace.id, other.id)).rejects.toThrow(SealBrokenError);
    expect((await endpoints().revealSecret(OPERATOR, workspace.id, one.id)).current).toBe(one.signingSecret);
  });

  it('should be rotated in two steps', async () => {
    const { id, signingSecret } = await create();
    const { signingSecret: next, ...rotating } = await rotate(id);
    expect(next).toMatch(/^whsec_/);
    expect(next).not.toBe(signingSecret);
    expect(rotating).toMatchObject({ id, isRotating: true });
    expect(await endpoints().revealSecret(OPERATOR, workspace.id, id)).toEqual({
      current: signingSecret,
      next,
    });

    expect(await endpoints().activateSecret(OPERATOR, workspace.id, id)).toMatchObject({
      id,
      isRotating: false,
    });
    expect(await endpoints().revealSecret(OPERATOR, workspace.id, id)).toEqual({ current: next, next: null });
  });

  it('should have its next one replaced when a rotation begins again before it ended', async () => {
    const { id, signingSecret } = await create();
    const first = await rotate(id);
    const second = await rotate(id);
    expect(second.signingSecret).not.toBe(first.signingSecret);
    expect(await endpoints().revealSecret(OPERATOR, workspace.id, id)).toEqual({
      current: signingSecret,
      next: second.signingSecret,
    });
  });

  it('should not be activated when there is no next one', async () => {
    const { id, signingSecret } = await create();
    await expect(endpoints().activateSecret(OPERATOR, workspace.id, id)).rejects.toMatchObject({
      code: 'validation_error',
      details: { secret: [expect.stringContaining('Rotate')] },
    });
    expect(await endpoints().revealSecret(OPERATOR, workspace.id, id)).toEqual({
      current: signingSecret,
      next: null,
    });
  });

  it('should end up with one next secret when two rotate at once', async () => {
    const { id } = await create();
    const rotated = await Promise.all([rotate(id), rotate(id)]);
    const { next } = await endpoints().revealSecret(OPERATOR, workspace.id, id);
    expect(rotated.map(({ signingSecret }) => signingSecret)).toContain(next);
  });

  it('should be activated once when two activate it at once', async () => {
    const { id } = await create();
    const { signingSecret: next } = await rotate(id);
    const activated = await Promise.allSettled([
      endpoints().activateSecret(OPERATOR, workspace.id, id),
      endpoints().activateSecret(OPERATOR, workspace.id, id),
    ]);
    expect(activated.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await endpoints().revealSecret(OPERATOR, workspace.id, id)).toEqual({ current: next, next: null });
  });
});
