import type { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { OPERATOR } from '../../../src/audit/actor.ts';
import type { Member } from '../../../src/identity/member.ts';
import { createLiveStreams } from '../../../src/web-app/live-streams.ts';
import { planOf } from '../../../src/workspaces/plans.ts';
import { startTestApp, useAddress, useTestApp } from '../../helpers/app/test-app.ts';
import { createMember, createOwner, type Person, useOwner } from '../../helpers/app/web-browser.ts';
import { untilListening } from '../../helpers/database/listening.ts';
import { waitUntil } from '../../helpers/wait-until.ts';
import { type LiveListener, listenLive } from './live-listener.ts';
import { createRequest, createSubmitted, submit } from './web-requests.ts';

const log = { warn: vi.fn() };

describe('the live stream of a workspace', () => {
  const leaving: LiveListener[] = [];
  const api = useTestApp();
  const address = useAddress(api);
  const owner = useOwner(api);
  beforeAll(() => untilListening(api.database));
  afterEach(() => {
    for (const one of leaving.splice(0)) one.leave();
  });

  async function listen(person: Person, environment = 'live') {
    const stream = await listenLive(address.url, person, environment);
    leaving.push(stream);
    return stream;
  }

  it('should tell of new requests and submissions as they happen', async () => {
    const stream = await listen(owner);
    expect(stream.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    const created = await createRequest(owner);
    await waitUntil(() =>
      expect(stream.events()).toContainEqual({
        event: 'request',
        data: { id: created.id, status: 'pending' },
      }),
    );
    await submit(api, created.token);
    await waitUntil(() =>
      expect(stream.events()).toContainEqual({
        event: 'submission',
        data: expect.objectContaining({
          id: created.id,
          photo_count: 1,
          thumbnail_urls: [expect.stringContaining('/photos/photo_')],
        }),
      }),
    );
    const submissions = stream.events().filter(({ event }) => event === 'submission');
    expect(submissions).toHaveLength(1);
  });

  it('should tell that something changed when a request is opened, canceled or deleted', async () => {
    const created = await createRequest(owner);
    api.clock.advance(1);
    const stream = await listen(owner);
    await owner.browser.expect('POST', `${owner.path}/photo-requests/${created.id}/cancel`);
    const changes = () => stream.events().filter(({ data }) => data.id === null);
    await waitUntil(() => expect(changes().length).toBeGreaterThanOrEqual(1));
    const before = changes().length;
    await owner.browser.expect('DELETE', `${owner.path}/photo-requests/${created.id}`);
    await waitUntil(() => expect(changes().length).toBeGreaterThan(before));
  });

  it('should tell of deliveries that are on their way', async () => {
    const person = await createOwner(api);
    await api.services.webhookEndpoints.create(OPERATOR, person.workspaceId, {
      url: 'http://127.0.0.1:8081/hook',
    });
    const stream = await listen(person);
    await createSubmitted(api, person);
    await waitUntil(() => expect(stream.events().map(({ event }) => event)).toContain('delivery'));
  });

  it('should tell no one of another workspace or environment', async () => {
    const stranger = await createOwner(api);
    const theirs = await listen(stranger);
    const test = await listen(owner, 'test');
    const mine = await listen(owner);
    const created = await createSubmitted(api, owner);
    await waitUntil(() => expect(mine.heard()).toContain('event: submission'));
    // The stranger's own event comes after: what was to be heard before it would have been.
    await createRequest(stranger);
    await waitUntil(() => expect(theirs.heard()).toContain('event: request'));
    expect(theirs.heard() + test.heard()).not.toContain(created.id);
  });

  it('should not even tell another environment that something happened', async () => {
    const test = await listen(owner, 'test');
    const mine = await listen(owner);
    await createSubmitted(api, owner);
    await waitUntil(() => expect(mine.heard()).toContain('event: submission'));
    await createRequest(owner, {}, 'test');
    await waitUntil(() =>
      expect(test.events().map(({ data }) => data.id)).toContainEqual(expect.any(String)),
    );
    expect(test.events()).toHaveLength(1);
  });

  it('should be refused to strangers', async () => {
    const stranger = await createOwner(api);
    expect((await listen({ ...stranger, path: owner.path })).response.status).toBe(404);
  });

  it('should be refused beyond ten pages of one person', async () => {
    const stranger = await createOwner(api);
    const streams = [];
    for (let count = 0; count < 10; count++) streams.push(await listen(stranger));
    expect((await listen(stranger)).response.status).toBe(429);
    streams[0]?.leave();
    await waitUntil(async () => expect((await listen(stranger)).response.status).toBe(200));
  });

  describe('at a heartbeat', () => {
    async function memberOf(person: Person, workspaceId: string): Promise<Member> {
      const [session] = await api.services.identity.sessions.list(person.userId);
      const workspace = await api.services.workspaces.find(workspaceId);
      return {
        sessionId: session?.id ?? '',
        userId: person.userId,
        email: person.email,
        name: null,
        ipAddress: '127.0.0.1',
        confirmedAt: null,
        workspaceId,
        environment: 'live',
        role: 'viewer',
        workspaceName: workspace.name,
        plan: planOf(workspace.plan),
        usage: workspace,
        callLimits: { perMinute: 1, perHour: 1 },
      };
    }

    it('should say that it is still there, and look for what no signal told of', async () => {
      const streams = createLiveStreams(
        { ...api.services, database: { ...api.database, signals: { send() {}, on: () => () => {} } } },
        { heartbeatMs: 20 },
      );
      const stream = streams.open(await memberOf(owner, owner.workspaceId), log);
      const heard: string[] = [];
      stream.on('data', (chunk) => heard.push(String(chunk)));
      const created = await createRequest(owner);
      await waitUntil(() => expect(heard.join('')).toContain(created.id));
      expect(heard.join('')).toContain(': still here');
      stream.destroy();
      await waitUntil(() => expect(streams.count(owner.userId)).toBe(0));
    });

    it('should end when the session has ended', async () => {
      const streams = createLiveStreams(api.services, { heartbeatMs: 20 });
      const viewer = await createMember(api, owner.workspaceId, 'viewer');
      const heard = text(streams.open(await memberOf(viewer, owner.workspaceId), log));
      await viewer.browser.expect('POST', '/sign-out');
      await heard;
      expect(streams.count(viewer.userId)).toBe(0);
    });

    it('should end when someone is a member no more', async () => {
      const streams = createLiveStreams(api.services, { heartbeatMs: 20 });
      const viewer = await createMember(api, owner.workspaceId, 'viewer');
      const heard = text(streams.open(await memberOf(viewer, owner.workspaceId), log));
      await api.database.write((trx) =>
        trx
          .deleteFrom('members')
          .where('user_id', '=', viewer.userId)
          .where('workspace_id', '=', owner.workspaceId)
          .execute(),
      );
      await heard;
      expect(streams.count(viewer.userId)).toBe(0);
    });

    it('should look nothing up for whoever does not read, until they do', async () => {
      let looks = 0;
      const { overview } = api.services;
      const counting: Pick<typeof overview, 'submittedSince'> = {
        async submittedSince(...given) {
          const found = await overview.submittedSince(...given);
          looks += found.submissions.length;
          return found;
        },
      };
      const watched = await createOwner(api);
      const streams = createLiveStreams(
        { ...api.services, overview: counting },
        { heartbeatMs: 1_000_000, pauseMs: 0 },
      );
      const stream = streams.open(await memberOf(watched, watched.workspaceId), log);
      await vi.waitFor(
        () => {
          api.database.signals.send('activity', `${watched.workspaceId}/live`);
          expect((stream as PassThrough).writableNeedDrain).toBe(true);
        },
        { timeout: 60_000, interval: 1 },
      );
      await createSubmitted(api, watched);
      expect(looks).toBe(0);
      stream.resume();
      await waitUntil(() => expect(looks).toBe(1));
      stream.destroy();
    });

    it('should end for whoever does not read from one beat to the next', async () => {
      const watched = await createOwner(api);
      const streams = createLiveStreams(api.services, { heartbeatMs: 20, pauseMs: 0 });
      const stream = streams.open(await memberOf(watched, watched.workspaceId), log);
      await vi.waitFor(
        () => {
          api.database.signals.send('activity', `${watched.workspaceId}/live`);
          expect(stream.destroyed).toBe(true);
        },
        { timeout: 60_000, interval: 1 },
      );
      await waitUntil(() => expect(streams.count(watched.userId)).toBe(0));
    });

    it('should tell nothing more to whoever was removed, even before the next beat', async () => {
      const streams = createLiveStreams(api.services, { heartbeatMs: 1_000_000 });
      const viewer = await createMember(api, owner.workspaceId, 'viewer');
      const heard = text(streams.open(await memberOf(viewer, owner.workspaceId), log));
      await owner.browser.expect('DELETE', `${owner.path}/members/${viewer.userId}`);
      await createRequest(owner);
      expect(await heard).not.toContain('event:');
    });
  });

  it('should not keep a stopping server from stopping', async () => {
    const other = await startTestApp();
    const person = await createOwner(other);
    const at = await other.app.listen({ port: 0, host: '127.0.0.1' });
    const response = await fetch(`${at}/app/api${person.path}/events`, {
      headers: { cookie: person.browser.cookie },
    });
    const heard = response.text();
    await other.close();
    expect(await heard).toContain('retry:');
  });
});
