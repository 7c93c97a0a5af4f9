import { setTimeout as delay } from 'node:timers/promises';
import {
  type Device,
  type Reply,
  type Shot,
  sendShot,
  submitFrom,
  takeShot,
} from '../capture/capture-client.ts';
import { keyOf, smallPhoto } from '../capture/customer.ts';

const PHOTOS = 2;
const SLOTS = Array.from({ length: PHOTOS }, () => ({ instructions: 'A side of the car' }));
const PAUSE_MS = 100;
const MAX_ATTEMPTS = 600;

/** What the service said it has. */
export interface Acknowledged {
  requestId: string;
  /** Ids that the service gave the photos, and their SHA-256, by slot. */
  photos: { id: string; sha256: string }[];
  isSubmitted: boolean;
}

/** Someone who asks for photos and gets them, over and over, and does everything again that was not acknowledged. */
export async function keepCapturing(options: {
  url: string;
  key: string;
  number: number;
  isOver: () => boolean;
}): Promise<{ acknowledged: Acknowledged[]; retries: number }> {
  const { url, key, number, isOver } = options;
  const acknowledged: Acknowledged[] = [];
  let retries = 0;

  /** Until there is a whole response that is not the fault of a node. */
  async function insist<T>(attempt: () => Promise<Reply<T> | undefined>): Promise<T> {
    for (let tried = 0; tried < MAX_ATTEMPTS; tried++) {
      const reply = await attempt();
      if (reply !== undefined && reply.status < 300) return reply.data;
      if (reply !== undefined && reply.status < 500) throw new Error(`${reply.status} ${reply.code}`);
      retries += 1;
      await delay(PAUSE_MS);
    }
    throw new Error('The service did not come back');
  }

  for (let round = 0; !isOver(); round++) {
    const once = `customer-${number}-${round}`;
    const request = { instructions: 'Please photograph the car.', photo_slots: SLOTS };
    const { id, request_url } = await insist(() =>
      post<{ id: string; request_url: string }>(`${url}/v1/photo-requests`, request, {
        'x-api-key': key,
        'idempotency-key': once,
      }),
    );
    const entry: Acknowledged = { requestId: id, photos: [], isSubmitted: false };
    acknowledged.push(entry);
    const page = { kind: 'request', key: keyOf(request_url) };
    // Each from an address of its own: one alone may not open as many pages as this.
    const address = `10.${number}.${(round >> 8) & 255}.${round & 255}`;
    const device = await insist(() =>
      post<Device>(`${url}/capture/sessions`, page, { 'x-test-address': address }),
    );
    const shots: Shot[] = [];
    for (let slot = 0; slot < PHOTOS; slot++) {
      shots.push(takeShot(device, slot, await smallPhoto(1 + ((number * PHOTOS + slot) % 40))));
    }
    await Promise.all(
      shots.map(async (shot, slot) => {
        entry.photos[slot] = await insist(() => sendShot(url, shot));
      }),
    );
    await insist(() =>
      submitFrom(
        url,
        device,
        shots.map(({ clientId }) => clientId),
      ),
    );
    entry.isSubmitted = true;
  }
  return { acknowledged, retries };
}

/** Undefined: the connection broke before the whole response was there. */
async function post<T>(
  url: string,
  body: object,
  headers: Record<string, string>,
): Promise<Reply<T> | undefined> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { connection: 'close', 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    const { data, error } = (await response.json()) as { data: T; error?: { code: string } };
    return { status: response.status, data, code: error?.code };
  } catch {
    return undefined;
  }
}
