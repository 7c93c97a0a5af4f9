import { describe, expect, it } from 'vitest';
import { retryDelay } from '../../web/capture/photos/backoff.ts';
import { capturedAt, clockOffset } from '../../web/capture/photos/clock.ts';
import { mergePhotos, type Remembered } from '../../web/capture/photos/merge.ts';
import { createTicketPool } from '../../web/capture/photos/tickets.ts';

const NOW = Date.parse('2026-11-15T12:00:00Z');

function onPhone(clientId: string, slot: number, more: Partial<Remembered> = {}): Remembered {
  return { clientId, slot, capturedAt: '2026-11-15T11:59:00Z', uploaded: false, removed: false, ...more };
}
const onServer = (client_id: string, slot_index: number, captured_at = '2026-11-15T11:58:30Z') => ({
  client_id,
  slot_index,
  captured_at,
  thumbnail_url: '/t',
  hint: null,
});

describe('photos on the server and on the phone', () => {
  it('should be shown once each, in the order of their places', () => {
    const { shown } = mergePhotos(
      [onServer('b', 1), onServer('a', 0)],
      [onPhone('b', 1), onPhone('c', 2)],
      NOW,
      true,
    );
    expect(shown).toEqual([
      { clientId: 'a', slot: 0, where: 'server' },
      { clientId: 'b', slot: 1, where: 'both' },
      { clientId: 'c', slot: 2, where: 'phone' },
    ]);
  });

  it('should let an unsent retake win over what it replaces', () => {
    const { shown } = mergePhotos([onServer('old', 0)], [onPhone('new', 0)], NOW, true);
    expect(shown).toEqual([{ clientId: 'new', slot: 0, where: 'phone' }]);
  });

  it('should not let an unsent photo displace a later one of another device', () => {
    const later = onServer('theirs', 0, '2026-11-15T11:59:01Z');
    const merged = mergePhotos([later], [onPhone('mine', 0)], NOW, true);
    expect(merged).toEqual({
      shown: [{ clientId: 'theirs', slot: 0, where: 'server' }],
      sendAgain: [],
      unneeded: ['mine'],
    });
  });

  it('should not bring back what was removed before the server could be told', () => {
    expect(mergePhotos([onServer('a', 0)], [onPhone('a', 0, { removed: true })], NOW, true).shown).toEqual(
      [],
    );
  });

  it('should send again what the server had acknowledged and has no more', () => {
    const merged = mergePhotos([], [onPhone('a', 0, { uploaded: true })], NOW, true);
    expect(merged.sendAgain).toEqual(['a']);
    expect(merged.shown).toHaveLength(1);
  });

  it('should not send again what went with a visit that was submitted', () => {
    const merged = mergePhotos([], [onPhone('a', 0, { uploaded: true })], NOW, false);
    expect(merged).toEqual({ shown: [], sendAgain: [], unneeded: ['a'] });
  });

  it.each([
    ['z', 'a'],
    ['a', 'z'],
  ])('should keep the later of two unsent photos for one place: %s', (later, earlier) => {
    const photos = [
      onPhone(later, 0),
      onPhone(earlier, 0, { capturedAt: '2026-11-15T11:58:00Z' }),
      onPhone('lost', 0, { uploaded: true, capturedAt: '2026-11-15T11:57:00Z' }),
    ];
    const merged = mergePhotos([], photos, NOW, true);
    expect(merged.shown).toEqual([{ clientId: later, slot: 0, where: 'phone' }]);
    expect(merged.unneeded.sort()).toEqual([earlier, 'lost'].sort());
    expect(merged.sendAgain).toEqual([]);
  });

  it('should need no more what was replaced from another device, and what is too old to be believed', () => {
    const old = onPhone('b', 1, { uploaded: true, capturedAt: '2026-11-14T11:00:00Z' });
    const merged = mergePhotos([onServer('x', 0)], [onPhone('a', 0, { uploaded: true }), old], NOW, true);
    expect(merged.unneeded.sort()).toEqual(['a', 'b']);
    expect(merged.shown.map(({ clientId }) => clientId)).toEqual(['x']);
  });
});

describe('tickets', () => {
  it('should be given out once each, and again only when they come back unused', () => {
    const pool = createTicketPool();
    pool.renew('s1', { '0': ['t1', 't2'], '1': ['u1'] });
    const first = pool.take(0);
    expect(first).toEqual({ session: 's1', ticket: 't1' });
    expect(pool.take(0)?.ticket).toBe('t2');
    expect(pool.take(0)).toBeNull();
    pool.giveBack(0, { session: 's1', ticket: 't1' });
    expect(pool.take(0)).toEqual(first);
    expect(pool.take(1)?.ticket).toBe('u1');
  });

  it('should not mix the tickets of two sessions', () => {
    const pool = createTicketPool();
    pool.renew('s1', { '0': ['t1'] });
    pool.renew('s2', {});
    pool.giveBack(0, { session: 's1', ticket: 't1' });
    pool.add(0, 's1', ['t2']);
    expect(pool.take(0)).toBeNull();
    pool.add(0, 's2', ['v1']);
    expect(pool.take(0)).toEqual({ session: 's2', ticket: 'v1' });
  });
});

describe('the time of a photo', () => {
  it('should be the server’s, whatever the phone believes', () => {
    const phone = Date.parse('2031-01-01T00:00:00.000Z');
    const offset = clockOffset('2026-11-15T12:00:00.000Z', phone, phone + 400);
    expect(capturedAt(phone + 10_200, offset, '2026-11-15T12:00:00.000Z')).toBe('2026-11-15T12:00:10.000Z');
  });

  it('should not lie before the session when the phone’s clock is set back', () => {
    expect(capturedAt(NOW - 3_600_000, 0, '2026-11-15T12:00:00.000Z')).toBe('2026-11-15T12:00:00.000Z');
  });
});

describe('the wait before the next attempt', () => {
  it('should double up to half a minute, with jitter below', () => {
    expect([0, 1, 2, 9].map((attempt) => retryDelay(attempt, null, () => 1))).toEqual([
      1_000, 2_000, 4_000, 30_000,
    ]);
    expect(retryDelay(2, null, () => 0)).toBe(2_000);
  });

  it('should be as long as the server asks for', () => {
    expect(retryDelay(0, 12, () => 1)).toBe(12_000);
  });
});
