import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { connectLive, type LiveStatus } from '../../web/dashboard/api/live-connection.ts';

/** As far as the connection uses it. */
class FakeStream extends EventTarget {
  readyState = 0;
  onopen: (() => void) | null = null;
  onerror: (() => void) | null = null;
  closed = false;

  opens() {
    this.readyState = 1;
    this.onopen?.();
  }
  /** The browser repeats by itself after a break; after a refusal it does not. */
  fails(how: 'broken' | 'refused') {
    this.readyState = how === 'broken' ? 0 : 2;
    this.onerror?.();
  }
  says(event: string, data: string) {
    this.dispatchEvent(new MessageEvent(event, { data }));
  }
  close() {
    this.closed = true;
  }
}

function connect() {
  const streams: FakeStream[] = [];
  const seen = { events: [] as unknown[], statuses: [] as LiveStatus[], openings: 0, refusals: 0 };
  const connection = connectLive({
    open: () => {
      const stream = new FakeStream();
      streams.push(stream);
      return stream as never;
    },
    onEvent: (event, detail) => seen.events.push([event, detail]),
    onStatus: (status) => seen.statuses.push(status),
    onOpen: () => {
      seen.openings += 1;
    },
    onRefused: () => {
      seen.refusals += 1;
    },
    random: () => 0.5,
  });
  const last = () => streams.at(-1) as FakeStream;
  return { streams, seen, connection, last };
}

describe('the live connection', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('should pass on the events it knows, also with data that is no JSON', () => {
    const { seen, last } = connect();
    last().opens();
    last().says('submission', '{"id":"pr_1"}');
    last().says('request', 'nonsense');
    last().says('heartbeat', '{}');
    expect(seen.events).toEqual([
      ['submission', { id: 'pr_1' }],
      ['request', null],
    ]);
    expect(seen.statuses).toEqual(['connecting', 'open']);
  });

  it('should leave a broken connection to the browser, and ask to read again when it is back', () => {
    const { streams, seen, last } = connect();
    last().opens();
    last().fails('broken');
    vi.advanceTimersByTime(120_000);
    expect(streams).toHaveLength(1);
    expect(seen.openings).toBe(1);
    last().opens();
    expect(seen.openings).toBe(2);
    expect(seen.statuses).toEqual(['connecting', 'open', 'lost', 'open']);
  });

  it('should try again after a refusal, more and more slowly, and quickly once it worked', () => {
    const { streams, last } = connect();
    for (const [pause, count] of [
      [1_000, 2],
      [2_000, 3],
      [4_000, 4],
    ] as const) {
      last().fails('refused');
      vi.advanceTimersByTime(pause - 1);
      expect(streams).toHaveLength(count - 1);
      vi.advanceTimersByTime(1);
      expect(streams).toHaveLength(count);
    }
    last().opens();
    last().fails('refused');
    vi.advanceTimersByTime(1_000);
    expect(streams).toHaveLength(5);
  });

  it('should tell of a refusal, which may mean that the session is over, and not of a break', () => {
    const { seen, last } = connect();
    last().opens();
    last().fails('broken');
    expect(seen.refusals).toBe(0);
    last().fails('refused');
    expect(seen.refusals).toBe(1);
  });

  it('should wait half a minute at the most', () => {
    const { streams, last } = connect();
    for (let attempt = 0; attempt < 12; attempt++) {
      last().fails('refused');
      vi.advanceTimersByTime(30_000);
    }
    expect(streams).toHaveLength(13);
  });

  it('should stop for good when it is closed', () => {
    const { streams, connection, last } = connect();
    last().fails('refused');
    connection.close();
    vi.advanceTimersByTime(60_000);
    expect(streams).toHaveLength(1);
    expect(last().closed).toBe(true);
  });
});
