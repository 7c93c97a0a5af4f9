import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../src/photos/evidence/finding.ts';
import { type TestWorkspace, useTestApp } from '../../helpers/app/test-app.ts';
import {
  type Customer,
  createLink,
  createRequest,
  expectRefusal,
  newClientId,
  openPage,
  storedKeys,
} from '../../helpers/capture/customer.ts';
import { reportedPhoto } from '../../helpers/capture/report.ts';
import { setPolicy, UNHURRIED_MS, warnedPhoto } from '../../helpers/capture/warned-photo.ts';
import { rowOf, rowsOf } from '../../helpers/database/stored-rows.ts';
import { useForEach } from '../../helpers/hooks.ts';

const TWO_SLOTS = { photo_slots: [{ instructions: 'The front' }, { instructions: 'The back' }] };

describe('a photo with a warning that is set to refuse', () => {
  const api = useTestApp();
  const workspace = useForEach<TestWorkspace>(async () => {
    const created = await api.createWorkspace({ plan: 'professional' });
    await setPolicy(api, created.id, { checks: { page: 'refuse' } });
    return created;
  });
  let seed = 200;

  async function opened(body: object = {}) {
    const { id, token } = await createRequest(api, workspace.live.key, body);
    const page = await openPage(api, 'request', token);
    api.clock.advance(UNHURRIED_MS);
    return { id, page };
  }
  async function send(page: Customer, slot: number, body: Buffer): Promise<string> {
    const clientId = newClientId();
    const response = await page.send({ slot, body, clientId });
    expect(response.statusCode).toBe(201);
    page.tickets[slot]?.push(...response.json().tickets);
    return clientId;
  }
  const sendWarned = async (page: Customer, slot = 0) => send(page, slot, await warnedPhoto(seed++));
  const sendHonest = async (page: Customer, slot = 0) => send(page, slot, await reportedPhoto(seed++));
  const read = async (id: string) =>
    (await api.call('GET', `/v1/photo-requests/${id}`, { key: workspace.live.key })).json().data;

  async function expectTakenAgain(page: Customer, photos: string[], again = photos): Promise<void> {
    const response = await page.submit({ photos });
    expectRefusal(response, 422, 'photo_refused');
    expect(response.json().error.details).toEqual({ photos: again });
    // Whoever cheats must not learn what to change.
    expect(response.body).not.toMatch(/program|automated|page\b/);
  }

  it('should have to be taken again, while the others stay and nothing is submitted', async () => {
    const { id, page } = await opened(TWO_SLOTS);
    const honest = await sendHonest(page, 0);
    const refused = await sendWarned(page, 1);
    await expectTakenAgain(page, [honest, refused], [refused]);
    expect(await read(id)).toMatchObject({ status: 'in_progress', held_at: null, items: [] });
    expect(await page.state()).toMatchObject({ photo_count: 1, photos: [{ client_id: honest }] });
    expect(await rowsOf(api.database, 'events', { subject_id: id, type: 'photo_request.submitted' })).toEqual(
      [],
    );
    const again = await sendHonest(page, 1);
    expect((await page.submit({ photos: [honest, again] })).statusCode).toBe(200);
    expect(await read(id)).toMatchObject({ status: 'submitted', items: [{}, {}] });
  });

  it('should be deleted with its file and what it could be found by', async () => {
    const { id, page } = await opened();
    const refused = await sendWarned(page);
    const { id: photoId } = await rowOf(api.database, 'photos', { request_id: id });
    await expectTakenAgain(page, [refused]);
    expect(await rowsOf(api.database, 'similarity_keys', { photo_id: photoId })).toEqual([]);
    while (await api.services.photoUpkeep.deleteQueuedFiles());
    expect((await storedKeys(api, '')).filter((key) => key.includes(photoId))).toEqual([]);
  });

  it('should be refused once more, and not counted again, when the first response was lost', async () => {
    const { id, page } = await opened();
    const honest = await sendHonest(page, 1);
    const refused = await sendWarned(page);
    await expectTakenAgain(page, [honest, refused], [refused]);
    await expectTakenAgain(page, [honest, refused], [refused]);
    const resent = await page.send({ clientId: refused, body: await warnedPhoto(seed++) });
    expectRefusal(resent, 422, 'photo_refused');
    const { refusals } = await rowOf(api.database, 'photo_requests', { id });
    expect(JSON.parse(refusals ?? '')).toMatchObject([{ clientId: refused, slot: 0, checks: ['page'] }]);
  });

  it('should be counted once by many submissions at the same time', async () => {
    const { id, page } = await opened();
    const refused = await sendWarned(page);
    const responses = await Promise.all(Array.from({ length: 5 }, () => page.submit({ photos: [refused] })));
    for (const response of responses) expectRefusal(response, 422, 'photo_refused');
    const { refusals } = await rowOf(api.database, 'photo_requests', { id });
    expect(JSON.parse(refusals ?? '')).toHaveLength(1);
  });

  it('should be accepted and held at the fourth try of its slot, with a finding that says so', async () => {
    const { id, page } = await opened(TWO_SLOTS);
    await sendHonest(page, 1);
    for (let attempt = 0; attempt < 3; attempt++) {
      const refused = await sendWarned(page);
      await expectTakenAgain(page, [refused]);
    }
    const last = await sendWarned(page);
    expect((await page.submit({ photos: [last] })).statusCode).toBe(200);
    expect(await read(id)).toMatchObject({ status: 'in_progress', held_at: expect.any(String) });
    const [first, second] = await rowsOf(api.database, 'photos', { request_id: id }, 'slot_index');
    const pageFinding = (evidence: string | null | undefined): Finding =>
      JSON.parse(evidence ?? '').find(({ check }: Finding) => check === 'page');
    expect(pageFinding(first?.evidence)).toMatchObject({ result: 'warn', figures: { refusals: 3 } });
    expect(pageFinding(first?.evidence).message).toContain('asked 3 times to take it again');
    expect(pageFinding(second?.evidence)).toMatchObject({ result: 'pass' });
    expect(pageFinding(second?.evidence).figures).not.toHaveProperty('refusals');
  });

  it('should be written down for the operator and the team, with the check and the attempt', async () => {
    const { id, page } = await opened();
    for (const attempt of [1, 2]) {
      const refused = await sendWarned(page);
      const { id: photoId } = await rowOf(api.database, 'photos', { request_id: id });
      await expectTakenAgain(page, [refused]);
      expect(api.logLines()).toContainEqual(
        expect.objectContaining({
          ...{ photo_id: photoId, request_id: id, workspace_id: workspace.id },
          ...{ slot_index: 0, checks: ['page'], attempt },
        }),
      );
    }
    const row = await rowOf(api.database, 'photo_requests', { id });
    const owner = { workspaceId: workspace.id, environment: 'live' as const };
    const refused = (await api.services.teamView.timeline(owner, row)).filter(
      ({ kind }) => kind === 'refused',
    );
    expect(refused).toMatchObject([
      { refused: { slot_index: 0, checks: ['page'] } },
      { refused: { slot_index: 0, checks: ['page'] } },
    ]);
  });

  it('should be refused in a permanent link too, whose visit goes on', async () => {
    const { id, slug } = await createLink(api, workspace.live.key);
    const page = await openPage(api, 'link', slug);
    api.clock.advance(UNHURRIED_MS);
    const refused = await sendWarned(page);
    await expectTakenAgain(page, [refused]);
    expect(await rowsOf(api.database, 'link_visits', { permanent_link_id: id })).toMatchObject([
      { photo_count: 0, bytes: 0 },
    ]);
    const again = await sendHonest(page);
    expect((await page.submit({ photos: [again] })).statusCode).toBe(200);
    const link = await api.call('GET', `/v1/permanent-links/${id}`, { key: workspace.live.key });
    expect(link.json().data).toMatchObject({ submission_count: 1 });
  });

  it('should not follow from the policy of another workspace', async () => {
    const other = await api.createWorkspace({ plan: 'professional' });
    const { id, token } = await createRequest(api, other.live.key);
    const page = await openPage(api, 'request', token);
    api.clock.advance(UNHURRIED_MS);
    const warned = await sendWarned(page);
    expect((await page.submit({ photos: [warned] })).statusCode).toBe(200);
    const response = await api.call('GET', `/v1/photo-requests/${id}`, { key: other.live.key });
    expect(response.json().data).toMatchObject({ status: 'submitted' });
  });
});
