import { describe, expect, it } from 'vitest';
import { OPERATOR } from '../../../src/audit/actor.ts';
import { createLinkGate } from '../../../src/capture/link-gate.ts';
import { createCaptureRepository } from '../../../src/capture/repository.ts';
import { openRateLimiter } from '../../../src/platform/http/rate-limit.ts';
import { createLog } from '../../../src/platform/log.ts';
import { useTestApp } from '../../helpers/app/test-app.ts';
import { DAY } from '../../helpers/app/test-clock.ts';
import {
  type Customer,
  createLink,
  expectRefusal,
  newClientId,
  openPage,
  smallPhoto,
} from '../../helpers/capture/customer.ts';
import { rowsOf } from '../../helpers/database/stored-rows.ts';

const STRANGER = '203.0.113.9';
const STRANGER_BY_IPV6 = '2001:db8:5:6::9';

const body = await smallPhoto();

describe('what strangers can take of a quota through permanent links', () => {
  const api = useTestApp();

  /** Takes so many photos in each visit and submits them; all visits are opened before the first photo is sent. */
  async function flood(visits: { slug: string; address?: string; photos?: number }[]): Promise<Customer[]> {
    const opened: { page: Customer; photos: number }[] = [];
    for (const { slug, address, photos = 5 } of visits)
      opened.push({ page: await openPage(api, 'link', slug, undefined, undefined, address), photos });
    for (const { page, photos } of opened) {
      for (let slot = 0; slot < photos; slot++) await page.send({ slot, body });
      await page.submit();
    }
    return opened.map(({ page }) => page);
  }
  const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

  /** As the database has it: some plans have no API. */
  async function stateOf(workspaceId: string) {
    const [workspace] = await rowsOf(api.database, 'workspaces', { id: workspaceId });
    const visits = await rowsOf(api.database, 'link_visits', { workspace_id: workspaceId });
    const links = await rowsOf(api.database, 'permanent_links', { workspace_id: workspaceId });
    const mails = await rowsOf(api.database, 'mails', { workspace_id: workspaceId, kind: 'link_alert' });
    return {
      used: (workspace?.lifetime_photos ?? 0) + (workspace?.period_photos ?? 0),
      held: visits.filter(({ held_at }) => held_at !== null).length,
      alerts: links.flatMap(({ alert_reason }) => alert_reason ?? []),
      mails: mails.map(({ content }) => JSON.parse(content).reason),
    };
  }

  async function freeLink(more: object = {}) {
    const { id: workspaceId, live } = await api.createWorkspace({ plan: 'developer_free' });
    return { workspaceId, key: live.key, ...(await createLink(api, live.key, more)) };
  }

  it('should stay a small part where one host has two networks', async () => {
    const { workspaceId, slug } = await freeLink();
    await flood([...times(4, { slug, address: STRANGER }), ...times(4, { slug, address: STRANGER_BY_IPV6 })]);
    expect(await stateOf(workspaceId)).toEqual({
      used: 20,
      held: 4,
      alerts: ['unusual_rate'],
      mails: ['unusual_rate'],
    });
  });

  it('should not grow with the links of the workspace, and leave room for everyone else', async () => {
    const { id: workspaceId, live } = await api.createWorkspace();
    const links = [await createLink(api, live.key), await createLink(api, live.key)];
    await api.services.workspaces.setPlan(OPERATOR, workspaceId, 'starter');
    await flood(links.flatMap(({ slug }) => times(4, { slug, address: STRANGER, photos: 10 })));
    expect(await stateOf(workspaceId)).toMatchObject({ used: 60, held: 2 });
    await flood(links.map(({ slug }) => ({ slug, photos: 1 })));
    expect(await stateOf(workspaceId)).toMatchObject({ used: 62, held: 2 });
  });

  it('should be bounded over all addresses, and beyond it wait for approval without losing a photo', async () => {
    const { workspaceId, key, id, slug } = await freeLink();
    const pages = await flood(times(11, { slug }));
    expect(await stateOf(workspaceId)).toMatchObject({ used: 50, held: 1 });
    expect(await pages[10]?.state()).toMatchObject({ status: 'submitted' });
    const held = `/v1/permanent-links/${id}/held-submissions`;
    const [waiting] = (await api.call('GET', held, { key })).json().data;
    expect(waiting.photos).toHaveLength(5);
    expect((await api.call('POST', `${held}/${waiting.id}/approve`, { key })).statusCode).toBe(200);
    expect(await stateOf(workspaceId)).toMatchObject({ used: 55, held: 0 });
    api.clock.advance(DAY);
    await flood([{ slug }]);
    expect(await stateOf(workspaceId)).toMatchObject({ used: 60, held: 0 });
  });

  it('should be told of before anything has to wait', async () => {
    const { workspaceId, slug } = await freeLink();
    await flood([{ slug, address: STRANGER }]);
    expect(await stateOf(workspaceId)).toMatchObject({ used: 5, alerts: [], mails: [] });
    await flood([{ slug, address: STRANGER }]);
    expect(await stateOf(workspaceId)).toEqual({
      used: 10,
      held: 0,
      alerts: ['unusual_rate'],
      mails: ['unusual_rate'],
    });
  });

  it('should leave an honest visit alone, however often its submission fails', async () => {
    const slots = times(5, { instructions: 'The parcel' });
    const { workspaceId, slug } = await freeLink({ photo_slots: slots });
    const page = await openPage(api, 'link', slug, undefined, undefined, STRANGER);
    for (const slot of [0, 1, 2, 3]) await page.send({ slot, body });
    for (const _attempt of times(6, null)) expectRefusal(await page.submit(), 422, 'slots_missing');
    await page.send({ slot: 4, body });
    for (const _attempt of times(6, null)) expect((await page.submit()).statusCode).toBe(200);
    expect(await stateOf(workspaceId)).toEqual({ used: 5, held: 0, alerts: [], mails: [] });
    await flood([{ slug, address: STRANGER }]);
    expect(await stateOf(workspaceId)).toMatchObject({ used: 10, held: 0 });
  });

  it('should be more from one address where the owner allows it', async () => {
    const { workspaceId, slug } = await freeLink({ daily_limit_per_address: 5 });
    await flood(times(6, { slug, address: STRANGER }));
    expect(await stateOf(workspaceId)).toMatchObject({ used: 25, held: 1 });
  });

  it('should leave every other link alone what the owner of one allows', async () => {
    const { id: workspaceId, live } = await api.createWorkspace();
    const generous = await createLink(api, live.key, { daily_limit_per_address: 20 });
    const ordinary = await createLink(api, live.key);
    await api.services.workspaces.setPlan(OPERATOR, workspaceId, 'developer_free');
    await flood([
      ...times(3, { slug: generous.slug, address: STRANGER }),
      { ...ordinary, address: STRANGER },
    ]);
    expect(await stateOf(workspaceId)).toMatchObject({ used: 20, held: 0 });
  });

  async function openGate() {
    const log = createLog('silent');
    const rateLimiter = await openRateLimiter({
      redisUrl: undefined,
      log,
      clock: api.clock.now,
      monotonic: api.clock.now,
    });
    const { capture, photos } = api.services;
    const repository = createCaptureRepository(api.database);
    const gate = createLinkGate({ ...capture, repository, photos, rateLimiter, clock: api.clock.now });
    return { gate, rateLimiter };
  }

  it('should fill no link with what is held of one network, and keep no one else out', async () => {
    const { workspaceId, id, slug } = await freeLink();
    const { gate } = await openGate();
    const { capture } = api.services;
    const pages: Customer[] = [];
    for (const count of [5, 5, 2, 5]) {
      const page = await openPage(api, 'link', slug, undefined, undefined, STRANGER);
      for (let slot = 0; slot < count; slot++) await page.send({ slot, body });
      pages.push(page);
    }
    const sessions = await Promise.all(pages.map(({ session }) => capture.sessions.find(session)));
    for (const session of sessions.slice(0, 3)) {
      await gate.submit(session, STRANGER, (admitted) =>
        capture.submissions.submit(session, { clientIds: [], answers: {}, location: null, admitted }),
      );
    }
    const last = sessions[3] as (typeof sessions)[number];
    const visitor = { owner: last.owner, permanentLinkId: id };
    // As if each were one more visit, whose submission is held.
    const hold = (address: string) => gate.submit(last, address, async () => true);
    for (const _visit of times(60, null)) await hold(STRANGER);
    await expect(hold(STRANGER)).rejects.toMatchObject({ code: 'link_busy' });
    await expect(gate.openVisit(visitor, STRANGER)).rejects.toMatchObject({ code: 'link_busy' });
    expect(await stateOf(workspaceId)).toMatchObject({ used: 12, alerts: ['address_limit'] });
    await gate.openVisit(visitor, STRANGER_BY_IPV6);
    await hold(STRANGER_BY_IPV6);
    api.clock.advance(DAY);
    await gate.openVisit(visitor, STRANGER);
  });

  describe('with photos that arrive while the others are being submitted', () => {
    /** Submits visits with so many photos each, of which the last gets one more after its photos were counted. */
    async function submitGrowing(counts: number[], { heldBefore = 0 } = {}) {
      const { workspaceId, id, slug } = await freeLink();
      const { gate, rateLimiter } = await openGate();
      const { capture } = api.services;
      const held = `${id} ${STRANGER}`;
      await rateLimiter.take('linkHeld', held, undefined, heldBefore);
      const submitVisit = async (photos: number, grow: (page: Customer) => Promise<void>) => {
        const page = await openPage(api, 'link', slug, undefined, undefined, STRANGER);
        for (let slot = 0; slot < photos; slot++) await page.send({ slot, body });
        const session = await capture.sessions.find(page.session);
        await gate.submit(session, STRANGER, async (admitted) => {
          await grow(page);
          return capture.submissions.submit(session, {
            clientIds: [],
            answers: {},
            location: null,
            admitted,
          });
        });
      };
      const last = counts.pop() ?? 0;
      for (const photos of counts) await submitVisit(photos, async () => {});
      const submission = submitVisit(last, async (page) => {
        expect((await page.send({ slot: last, body, clientId: newClientId() })).statusCode).toBe(201);
      });
      const [{ status }] = await Promise.allSettled([submission]);
      const { count } = await rateLimiter.peek('linkHeld', held);
      return { status, ...(await stateOf(workspaceId)), counted: count };
    }

    it.each([0, 1, 2])('should include and count them, as after %i photos', async (photos) => {
      expect(await submitGrowing([photos])).toMatchObject({
        status: 'fulfilled',
        used: photos + 1,
        held: 0,
        counted: 0,
      });
    });

    it('should count as held where there is no room for them', async () => {
      const submitted = await submitGrowing([5, 5, 1, 1]);
      expect(submitted).toMatchObject({ status: 'fulfilled', used: 11, held: 1, counted: 1 });
    });

    it('should not be held beyond what is held of one network', async () => {
      const submitted = await submitGrowing([5, 5, 1, 1], { heldBefore: 60 });
      expect(submitted).toMatchObject({ status: 'rejected', used: 11, held: 0 });
    });
  });
});
