import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CAPTURE_ERROR_STATUS, ERROR_STATUS } from '../../src/platform/errors.ts';
import { memoryStore, type StoredPhoto } from '../../web/capture/photos/stored-photo.ts';
import { createUploader, type UploaderParts } from '../../web/capture/photos/uploader.ts';
import type { CallResult, UploadData } from '../../web/capture/responses.ts';

const DONE: CallResult<UploadData> = {
  ok: true,
  value: { data: { client_id: 'a', slot_index: 0, thumbnail_url: '/t', hint: null }, tickets: ['next'] },
};
/** What the server can say, by what it is about. */
const CODES = Object.entries({ ...ERROR_STATUS, ...CAPTURE_ERROR_STATUS });
const isOfThePhoto = (code: string) => code.startsWith('photo_') || code === 'slot_unknown';
const OF_THE_PHOTO = CODES.filter(([code]) => isOfThePhoto(code) && code !== 'photo_time_invalid');
const OF_ANYTHING_ELSE = CODES.filter(([code]) => !isOfThePhoto(code));

const failed = (status: number, code: string): CallResult<never> => ({
  ok: false,
  failure: { status, code, details: {}, retryAfter: null },
});

function photo(clientId: string, slot: number, more: Partial<StoredPhoto> = {}): StoredPhoto {
  const when = { capturedAt: '2026-11-15T12:00:00.000Z', uploaded: false, removed: false };
  const about = { page: 'request:x', session: 's', ticket: 't', hint: null, location: null };
  return { clientId, slot, blob: new Blob(['x']), thumbnail: null, ...when, ...about, ...more };
}

/** An uploader whose network responds as the test says, in the order of the calls. */
function setUp(
  responses: CallResult<UploadData>[] = [],
  {
    breaks = [],
    renewals = [],
    removals = [],
  }: {
    breaks?: unknown[];
    renewals?: (CallResult<unknown> | Promise<CallResult<unknown>>)[];
    removals?: CallResult<unknown>[];
  } = {},
) {
  const store = memoryStore();
  const events: string[] = [];
  const calls: { clientId: string; ticket: string; finish: (response: CallResult<UploadData>) => void }[] =
    [];
  let online = true;
  const parts: UploaderParts = {
    store,
    send: ({ clientId, ticket }, signal) =>
      new Promise((resolve) => {
        calls.push({ clientId, ticket, finish: resolve });
        signal.addEventListener('abort', () => resolve(failed(0, 'network')));
        const response = responses.shift();
        if (response !== undefined) resolve(response);
      }),
    remove: async ({ clientId }) => {
      events.push(`removed ${clientId}`);
      return removals.shift() ?? { ok: true, value: null };
    },
    authorize: async () => ({ ok: true, value: { session: 's2', ticket: 'fresh' } }),
    renew: async () => {
      events.push('renewed');
      return renewals.shift() ?? { ok: true, value: null };
    },
    exclusive: (_clientId, work) => (breaks.shift() === undefined ? work() : Promise.reject(new Error())),
    isOnline: () => online,
    random: () => 1,
    on: {
      progress: () => {},
      waiting: (clientId) => events.push(`waiting ${clientId}`),
      uploaded: ({ clientId }) => events.push(`uploaded ${clientId}`),
      refused: (clientId, code) => events.push(`refused ${clientId} ${code}`),
      stopped: ({ problem }) => events.push(`stopped ${problem}`),
      settled: () => {},
    },
  };
  const uploader = createUploader(parts);
  const keep = async (kept: StoredPhoto) => {
    await store.put(kept);
    uploader.add(kept.clientId, kept.slot);
    await vi.advanceTimersByTimeAsync(0);
  };
  const goOnline = (now: boolean) => {
    online = now;
  };
  return { uploader, store, events, calls, keep, goOnline };
}

describe('uploading', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('should send a photo and remember that the server has it', async () => {
    const { keep, events, store, uploader } = setUp([DONE]);
    await keep(photo('a', 0));
    expect(events).toEqual(['uploaded a']);
    expect((await store.get('a'))?.uploaded).toBe(true);
    expect(uploader.isIdle()).toBe(true);
  });

  it('should go on trying while the network or the server fails', async () => {
    const { keep, events, calls } = setUp([failed(0, 'network'), failed(503, 'service_unavailable'), DONE]);
    await keep(photo('a', 0));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(calls).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(events).toEqual(['waiting a', 'waiting a', 'uploaded a']);
  });

  it('should send nothing while offline, and at once when woken', async () => {
    const { keep, goOnline, calls, uploader, events } = setUp([DONE]);
    goOnline(false);
    await keep(photo('a', 0));
    expect(calls).toEqual([]);
    goOnline(true);
    uploader.wake();
    await vi.advanceTimersByTimeAsync(0);
    expect(events.at(-1)).toBe('uploaded a');
  });

  it('should ask the network itself when the browser believes to be offline for long', async () => {
    const { keep, goOnline, calls, events } = setUp([DONE]);
    goOnline(false);
    await keep(photo('a', 0));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(calls).toEqual([]);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(events.at(-1)).toBe('uploaded a');
  });

  it('should not take a page of someone else for the server’s refusal', async () => {
    const { keep, events, store } = setUp([failed(403, 'unknown'), failed(200, 'unknown'), DONE]);
    await keep(photo('a', 0));
    expect(await store.get('a')).toBeDefined();
    await vi.advanceTimersByTimeAsync(3_000);
    expect(events).toEqual(['waiting a', 'waiting a', 'uploaded a']);
  });

  it('should try again when the phone’s own storage fails', async () => {
    const { keep, events } = setUp([DONE], { breaks: ['broken'] });
    await keep(photo('a', 0));
    expect(events).toEqual(['waiting a']);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(events.at(-1)).toBe('uploaded a');
  });

  it('should tell when the phone has lost a photo', async () => {
    const { uploader, events } = setUp();
    uploader.add('a', 0);
    await vi.advanceTimersByTimeAsync(0);
    expect(events).toEqual(['refused a photo_gone']);
    expect(uploader.isIdle()).toBe(true);
  });

  it.each(OF_THE_PHOTO)('should give a photo up after %s and keep nothing of it', async (code, status) => {
    const { keep, events, store, uploader } = setUp([failed(status, code)]);
    await keep(photo('a', 0));
    expect(events).toEqual([`refused a ${code}`]);
    expect(await store.get('a')).toBeUndefined();
    expect(uploader.isIdle()).toBe(true);
  });

  it.each([...OF_ANYTHING_ELSE, ['not_known_yet', 422] as const])(
    'should keep a photo however often the server says %s',
    async (code, status) => {
      const { keep, events, store } = setUp(Array.from({ length: 6 }, () => failed(status, code)));
      await keep(photo('a', 0));
      await vi.advanceTimersByTimeAsync(60_000);
      expect(events).not.toContain(`refused a ${code}`);
      expect(await store.get('a')).toMatchObject({ uploaded: false });
    },
  );

  it.each(['ticket_invalid', 'session_expired', 'session_unknown'])(
    'should send a photo once more under a new session after %s, and from then on wait before the next one',
    async (code) => {
      const { keep, calls, events } = setUp([failed(403, code), failed(403, code), DONE]);
      await keep(photo('a', 0));
      expect(events).toEqual(['renewed', 'waiting a']);
      expect(calls.map(({ ticket }) => ticket)).toEqual(['t', 'fresh']);
      await vi.advanceTimersByTimeAsync(1_000);
      expect(events).toEqual(['renewed', 'waiting a', 'renewed', 'uploaded a']);
    },
  );

  it.each([failed(0, 'network'), failed(400, 'invalid_json')])(
    'should ask for a new session until there is one, and send nothing before ($failure.code)',
    async (failure) => {
      const renewals = [failure, failure];
      const { keep, calls, events } = setUp([failed(401, 'photo_time_invalid'), DONE], { renewals });
      await keep(photo('a', 0));
      await vi.advanceTimersByTimeAsync(3_000);
      expect(events).toEqual(['renewed', 'waiting a', 'renewed', 'waiting a', 'renewed', 'uploaded a']);
      expect(calls.map(({ ticket }) => ticket)).toEqual(['t', 'fresh']);
    },
  );

  it('should give a photo up whose time a new session does not accept either', async () => {
    const refusal = failed(422, 'photo_time_invalid');
    const { keep, events, store } = setUp([refusal, refusal]);
    await keep(photo('a', 0));
    expect(events).toEqual(['renewed', 'refused a photo_time_invalid']);
    expect(await store.get('a')).toBeUndefined();
  });

  it('should not bring back a photo that was removed while its ticket was asked for', async () => {
    const { promise, resolve } = Promise.withResolvers<CallResult<unknown>>();
    const { keep, uploader, store, calls } = setUp([failed(401, 'session_expired')], { renewals: [promise] });
    await keep(photo('a', 0));
    uploader.cancel('a');
    await store.delete('a');
    resolve({ ok: true, value: null });
    await vi.advanceTimersByTimeAsync(0);
    expect(await store.get('a')).toBeUndefined();
    expect(calls).toHaveLength(1);
    expect(uploader.isIdle()).toBe(true);
  });

  it.each([
    ['quota_exceeded', 'quota'],
    ['access_code_required', 'access-code'],
  ])('should stop with the request after %s, but keep the photo', async (code, problem) => {
    const { keep, events, store } = setUp([failed(403, code)]);
    await keep(photo('a', 0));
    expect(events).toEqual(['waiting a', `stopped ${problem}`]);
    expect(await store.get('a')).toBeDefined();
  });

  it('should stop when something in between keeps saying that a photo is too large, but keep the photo', async () => {
    const tooLarge = failed(413, 'unknown');
    const { keep, events, store } = setUp([tooLarge, tooLarge, tooLarge]);
    await keep(photo('a', 0));
    await vi.advanceTimersByTimeAsync(3_000);
    expect(events).toEqual(['waiting a', 'waiting a', 'waiting a', 'stopped blocked']);
    expect(await store.get('a')).toMatchObject({ uploaded: false, blob: expect.any(Blob) });
  });

  it('should send two at a time, and one per place', async () => {
    const { keep, calls } = setUp();
    for (const [clientId, slot] of [
      ['a', 0],
      ['b', 0],
      ['c', 1],
      ['d', 2],
    ] as const)
      await keep(photo(clientId, slot));
    expect(calls.map(({ clientId }) => clientId)).toEqual(['a', 'c']);
    calls[0]?.finish(DONE);
    await vi.advanceTimersByTimeAsync(0);
    expect(calls.map(({ clientId }) => clientId)).toEqual(['a', 'c', 'b']);
  });

  it('should not send what another tab has sent meanwhile', async () => {
    const { keep, calls, events } = setUp();
    await keep(photo('a', 0, { uploaded: true }));
    expect(calls).toEqual([]);
    expect(events).toEqual(['uploaded a']);
  });

  it('should get a ticket for a photo that has none', async () => {
    const { keep, calls } = setUp([DONE]);
    await keep(photo('a', 0, { ticket: '' }));
    expect(calls[0]?.ticket).toBe('fresh');
  });

  it('should tell whether a canceled photo’s ticket is still good', async () => {
    const { keep, goOnline, uploader } = setUp();
    goOnline(false);
    await keep(photo('a', 0));
    expect(uploader.cancel('a')).toBe(true);
    goOnline(true);
    await keep(photo('b', 1));
    expect(uploader.cancel('b')).toBe(false);
  });

  it('should tell the server of a removal even while the photo is on its way', async () => {
    const { keep, uploader, store, events } = setUp();
    await keep(photo('a', 0));
    uploader.cancel('a');
    await keep(photo('a', 0, { removed: true, uploaded: true, blob: null }));
    expect(events).toEqual(['removed a']);
    expect(await store.get('a')).toBeUndefined();
    expect(uploader.isIdle()).toBe(true);
  });

  it('should remember a removal that came too late, for when the request is opened again', async () => {
    const { keep, uploader, store, events } = setUp([], { removals: [failed(410, 'request_expired')] });
    const removed = photo('a', 0, { removed: true, uploaded: true, blob: null });
    await keep(removed);
    expect(events).toContain('stopped expired');
    expect(await store.get('a')).toEqual(removed);
    expect(uploader.isIdle()).toBe(true);
  });
});
