import { afterAll, describe, expect, it } from 'vitest';
import { useAddress, useTestApp } from '../../helpers/app/test-app.ts';
import { createOwner } from '../../helpers/app/web-browser.ts';
import { waitUntil } from '../../helpers/wait-until.ts';
import { listenLive } from '../web-app/live-listener.ts';

const OF_WORKSPACE = 5;
const OF_NETWORK = 50;
const OF_PROCESS = 200;

describe('too many streams of events', () => {
  const api = useTestApp({ trustProxy: 1 });
  const address = useAddress(api);
  // With their responses: one that no one holds any more is canceled by the garbage collector.
  const opened: { response: Response; leave(): void }[] = [];
  afterAll(() => {
    for (const { leave } of opened) leave();
  });

  async function open(key: string, from: string) {
    const leave = new AbortController();
    const response = await fetch(`${address.url}/v1/events/stream`, {
      headers: { 'x-api-key': key, 'x-forwarded-for': from },
      signal: leave.signal,
    });
    const stream = { response, leave: () => leave.abort() };
    opened.push(stream);
    return stream;
  }
  const statusOf = async (key: string, from: string) => (await open(key, from)).response.status;
  const newKey = async () => (await api.createWorkspace()).test.key;
  /** So many, of workspaces that have as many as they may, each from the next address. */
  async function openMany(count: number, addresses: string[]) {
    const keys: string[] = [];
    while (keys.length * OF_WORKSPACE < count) keys.push(await newKey());
    const streams = await Promise.all(
      Array.from({ length: count }, (_, index) =>
        open(keys[Math.floor(index / OF_WORKSPACE)] ?? '', addresses[index % addresses.length] ?? ''),
      ),
    );
    expect(new Set(streams.map(({ response }) => response.status))).toEqual(new Set([200]));
    return streams;
  }

  it('should be refused beyond fifty of one network, and beyond two hundred of all', async () => {
    const key = await newKey();
    // One customer has all of these.
    const network = ['2001:db8:1:2::1', '2001:db8:1:2::2', '2001:db8:1:2:3:4:5:6'];
    const [first] = await openMany(OF_NETWORK, network);
    const { response } = await open(key, '2001:db8:1:2::3');
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '60']);
    expect(await response.json()).toMatchObject({
      error: { message: expect.stringContaining('GET /v1/events') },
    });
    expect(await statusOf(key, '2001:db8:1:3::1')).toBe(200);
    first?.leave();
    await waitUntil(async () => expect(await statusOf(key, '2001:db8:1:2::3')).toBe(200));

    const others = Array.from({ length: 5 }, (_, index) => `192.0.2.${index + 1}`);
    const [second] = await openMany(OF_PROCESS - OF_NETWORK - 1, others);
    const late = await newKey();
    expect(await statusOf(late, '192.0.2.99')).toBe(429);
    // The web application has a room of its own.
    const page = await listenLive(address.url, await createOwner(api));
    expect(page.response.status).toBe(200);
    page.leave();
    second?.leave();
    await waitUntil(async () => expect(await statusOf(late, '192.0.2.99')).toBe(200));
  });
});
