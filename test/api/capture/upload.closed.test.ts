import { describe, expect, it } from 'vitest';
import { OPERATOR } from '../../../src/audit/actor.ts';
import { type TestWorkspace, useTestApp } from '../../helpers/app/test-app.ts';
import { HOUR } from '../../helpers/app/test-clock.ts';
import {
  type Customer,
  createLink,
  createRequest,
  expectRefusal,
  inTwoParts,
  kept,
  newClientId,
  openPage,
  smallPhoto,
  untilReceiving,
} from '../../helpers/capture/customer.ts';
import { updateRows } from '../../helpers/database/stored-rows.ts';

interface Scene {
  id: string;
  workspace: TestWorkspace;
  page: Customer;
}

const body = await smallPhoto();

describe('a photo that comes too late', () => {
  const api = useTestApp();

  const setStatus = (id: string, status: 'canceled') =>
    updateRows(api.database, 'photo_requests', { id }, { status });

  /** What ends a request, and what a customer is told from then on. */
  const ENDS: [what: string, status: number, code: string, end: (scene: Scene) => unknown][] = [
    ['expiry', 410, 'request_expired', () => api.clock.advance(HOUR)],
    [
      'expiry and the sweep',
      410,
      'request_expired',
      async () => {
        api.clock.advance(HOUR);
        await api.services.photoRequests.expireOverdue();
      },
    ],
    ['submission', 409, 'request_submitted', ({ page }) => page.submit()],
    [
      'deletion',
      404,
      'request_gone',
      ({ id, workspace }) => api.call('DELETE', `/v1/photo-requests/${id}`, { key: workspace.live.key }),
    ],
    ['cancelling', 410, 'request_closed', ({ id }) => setStatus(id, 'canceled')],
    [
      'suspension',
      410,
      'request_closed',
      ({ workspace }) => api.services.workspaces.suspend(OPERATOR, workspace.id),
    ],
  ];

  async function scene(): Promise<Scene & { token: string; first: string }> {
    const workspace = await api.createWorkspace();
    const { id, token } = await createRequest(api, workspace.live.key, { expires_in_hours: 1 });
    const page = await openPage(api, 'request', token);
    const first = newClientId();
    expect((await page.send({ body, clientId: first, slot: 1 })).statusCode).toBe(201);
    return { id, token, workspace, page, first };
  }

  it.each(ENDS)(
    'should be refused after %s, and so should everything else',
    async (what, status, code, end) => {
      const { token, first, ...begun } = await scene();
      await end(begun);
      const before = await kept(api);
      expectRefusal(await begun.page.send({ body }), status, code);
      expectRefusal(await begun.page.remove(first), status, code);
      const submitted = await begun.page.submit();
      if (what === 'submission') expect(submitted.statusCode).toBe(200);
      else expectRefusal(submitted, status, code);
      expectRefusal((await openPage(api, 'request', token)).opened, status, code);
      expect(await kept(api)).toEqual(before);
    },
  );

  it.each(ENDS)(
    'should be refused when %s comes while it is on its way',
    async (_what, status, code, end) => {
      const { page, ...begun } = await scene();
      let before = await kept(api);
      const response = await page.send({
        body: inTwoParts(body, async () => {
          await untilReceiving(api);
          await end({ page, ...begun });
          before = await kept(api);
        }),
      });
      expectRefusal(response, status, code);
      expect({ ...(await kept(api)), temporaries: [] }).toEqual({ ...before, temporaries: [] });
      expect((await kept(api)).temporaries).toEqual([]);
    },
  );

  it('should be refused when its session is forgotten while it is on its way', async () => {
    const workspace = await api.createWorkspace();
    const { token } = await createRequest(api, workspace.live.key);
    const page = await openPage(api, 'request', token);
    const before = await kept(api);
    const response = await page.send({
      body: inTwoParts(body, async () => {
        await untilReceiving(api);
        api.clock.advance(24 * HOUR);
        while (await api.services.capture.sessions.deleteOld()) {
          // Until nothing is left.
        }
      }),
    });
    expect(response.statusCode, response.body).toBe(401);
    expect(response.json().error.code).toMatch(/^session_/);
    const after = await kept(api);
    expect([after.photos, after.files, after.temporaries]).toEqual([before.photos, before.files, []]);
  });

  it('should be taken up to the last moment', async () => {
    const workspace = await api.createWorkspace();
    const { token } = await createRequest(api, workspace.live.key, { expires_in_hours: 1 });
    const page = await openPage(api, 'request', token);
    api.clock.advance(HOUR - 1);
    expect((await page.send({ body })).statusCode).toBe(201);
    expect((await page.submit()).statusCode).toBe(200);
  });

  it('should be said to a following page, which sees how it ended', async () => {
    for (const [what, , , end] of ENDS) {
      const begun = await scene();
      await end(begun);
      const response = await api.call('GET', '/capture/session', {
        headers: { 'x-capture-session': begun.page.session },
      });
      if (what === 'deletion') expectRefusal(response, 404, 'request_gone');
      else {
        const expected = { submission: 'submitted', cancelling: 'canceled', suspension: 'canceled' }[what];
        expect(response.json().data.state.status).toBe(expected ?? 'expired');
      }
    }
  });

  it.each([
    ['turned off', (id: string, key: string) => patch(id, key, { is_active: false }), 410, 'request_closed'],
    ['over', () => api.clock.advance(2 * HOUR), 410, 'request_closed'],
    ['full', (id: string, key: string) => fill(id, key), 410, 'request_closed'],
    [
      'deleted',
      (id: string, key: string) => api.call('DELETE', `/v1/permanent-links/${id}`, { key }),
      404,
      'request_gone',
    ],
  ] as const)('should not begin a visit when its permanent link is %s', async (_what, end, status, code) => {
    const { live } = await api.createWorkspace();
    const link = await createLink(api, live.key, {
      expires_at: new Date(api.clock.now() + 2 * HOUR).toISOString(),
      max_submissions: 1,
    });
    const page = await openPage(api, 'link', link.slug);
    await end(link.id, live.key);
    const before = await kept(api);
    expectRefusal(await page.send({ body, capturedAt: api.clock.now() }), status, code);
    expectRefusal((await openPage(api, 'link', link.slug)).opened, status, code);
    expect(await kept(api)).toEqual(before);
  });

  const patch = (id: string, key: string, changes: object) =>
    api.call('PATCH', `/v1/permanent-links/${id}`, { key, body: changes });

  async function fill(id: string, key: string) {
    const { slug } = (await api.call('GET', `/v1/permanent-links/${id}`, { key })).json().data;
    const page = await openPage(api, 'link', slug);
    await page.send({ body });
    expect((await page.submit()).statusCode).toBe(200);
  }

  it('should not bring back a visit that was deleted', async () => {
    const { live } = await api.createWorkspace();
    const { slug } = await createLink(api, live.key);
    const page = await openPage(api, 'link', slug);
    await page.send({ body });
    await page.submit();
    const list = async () =>
      (await api.call('GET', '/v1/photo-requests', { key: live.key })).json().data as { id: string }[];
    const [visit] = await list();
    await api.call('DELETE', `/v1/photo-requests/${visit?.id}`, { key: live.key });
    const before = await kept(api);
    const again = await page.send({ body });
    expect(again.statusCode, again.body).toBeGreaterThanOrEqual(400);
    expect(await kept(api)).toEqual(before);
    await page.submit();
    expect(await list()).toEqual([]);
  });
});
