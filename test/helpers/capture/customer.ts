import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import type { TestApp } from '../app/test-app.ts';
import { rowsOf } from '../database/stored-rows.ts';
import { waitUntil } from '../wait-until.ts';
import { liveJpeg } from './jpeg-files.ts';
import { samplePhoto } from './sample-photo.ts';

export interface PhotoToSend {
  slot?: number;
  body?: Buffer | Readable;
  clientId?: string;
  /** null: none is sent. */
  ticket?: string | null;
  capturedAt?: number | string;
  session?: string;
  headers?: Record<string, string>;
}

/** By default under the session of the page that removes it, and in the first slot. */
export interface SentWith {
  ticket: string;
  session?: string;
  slot?: number;
}

/** Someone with a phone: what the script of the customer's page does, by plain HTTP. */
export interface Customer {
  session: string;
  tickets: Record<string, string[]>;
  opened: LightMyRequestResponse;
  send(photo?: PhotoToSend): Promise<LightMyRequestResponse>;
  /** With the ticket that the photo was sent with, as the page does while it may be on its way. */
  remove(clientId: string, sentWith?: SentWith): Promise<LightMyRequestResponse>;
  submit(body?: { photos?: string[]; location?: object; answers?: object }): Promise<LightMyRequestResponse>;
  state(): Promise<Record<string, unknown>>;
  /** Shows a code by which another device can continue. */
  offer(): Promise<LightMyRequestResponse>;
}

/** What another device says to continue. */
export interface Handover {
  code: string;
  secret: string;
}

export function newClientId(): string {
  return randomBytes(16).toString('base64url');
}

/** What the address of a request ends with. */
export function keyOf(requestUrl: string): string {
  return requestUrl.slice(requestUrl.lastIndexOf('/') + 1);
}

export async function openPage(
  api: TestApp,
  kind: 'request' | 'link',
  key: string,
  previous?: string,
  handover?: Handover,
  // Each from an address of its own: how much one address may do is tested elsewhere.
  remoteAddress = `10.${[...randomBytes(3)].join('.')}`,
): Promise<Customer> {
  const opened = await api.call('POST', '/capture/sessions', {
    body: { kind, key, previous, handover },
    remoteAddress,
  });
  const data = opened.json().data ?? {};
  const { session, tickets = {} } = data as { session: string; tickets: Record<string, string[]> };
  const withSession = { 'x-capture-session': session };
  return {
    session,
    tickets,
    opened,
    async send({
      slot = 0,
      body,
      clientId = newClientId(),
      ticket,
      capturedAt,
      session: other,
      headers,
    } = {}) {
      const given = ticket === undefined ? tickets[slot]?.shift() : ticket;
      const time = capturedAt ?? api.clock.now();
      return api.app.inject({
        method: 'PUT',
        url: `/capture/photos/${clientId}`,
        remoteAddress,
        payload: body ?? (await samplePhoto()),
        headers: {
          'content-type': 'image/jpeg',
          'x-capture-session': other ?? session,
          ...(given === undefined || given === null ? {} : { 'x-capture-ticket': given }),
          'x-photo-slot': String(slot),
          'x-photo-captured-at': typeof time === 'number' ? new Date(time).toISOString() : time,
          ...headers,
        },
      });
    },
    remove: (clientId, sentWith) =>
      api.call('DELETE', `/capture/photos/${clientId}`, {
        headers: {
          ...withSession,
          ...(sentWith && {
            'x-capture-ticket': sentWith.ticket,
            'x-capture-ticket-session': sentWith.session ?? session,
            'x-photo-slot': String(sentWith.slot ?? 0),
          }),
        },
        remoteAddress,
      }),
    submit: (body = {}) =>
      api.call('POST', '/capture/submission', { body, headers: withSession, remoteAddress }),
    state: async () =>
      (await api.call('GET', '/capture/session', { headers: withSession })).json().data.state,
    offer: () => api.call('POST', '/capture/handovers', { headers: withSession, remoteAddress }),
  };
}

/** The page of a request that was created for it. */
export async function openNewRequest(api: TestApp, apiKey: string): Promise<Customer> {
  const { token } = await createRequest(api, apiKey);
  return openPage(api, 'request', token);
}

/** Shows a code on one device and continues with it on another. */
export async function handOver(
  api: TestApp,
  from: Customer,
  kind: 'request' | 'link',
  key: string,
): Promise<Customer> {
  const { code } = (await from.offer()).json().data;
  return openPage(api, kind, key, undefined, { code, secret: newClientId() });
}

/** The smallest photo that is taken; another one for another number. */
const small = new Map<number, Promise<Buffer>>();

export function smallPhoto(number = 1): Promise<Buffer> {
  let photo = small.get(number);
  if (photo === undefined) {
    photo = liveJpeg({ width: 320 + number, height: 240 });
    small.set(number, photo);
  }
  return photo;
}

/** A body that comes in two parts, with something happening in between. */
export function inTwoParts(body: Buffer, between: () => unknown): Readable {
  async function* parts() {
    yield body.subarray(0, body.length / 2);
    await between();
    yield body.subarray(body.length / 2);
  }
  return Readable.from(parts());
}

/** So many uploads are being received. */
export async function untilReceiving(api: TestApp, uploads = 1): Promise<void> {
  await waitUntil(async () => expect(await temporariesOf(api)).toHaveLength(uploads));
}

export async function createRequest(
  api: TestApp,
  key: string,
  body: object = {},
): Promise<{ id: string; token: string; code: string }> {
  const response = await api.call('POST', '/v1/photo-requests', {
    key,
    body: { instructions: 'Please photograph the car.', ...body },
  });
  const { id, request_url, unique_code } = response.json().data;
  return { id, token: keyOf(request_url), code: unique_code };
}

export async function createLink(
  api: TestApp,
  key: string,
  body: object = {},
): Promise<{ id: string; slug: string; code: string }> {
  const response = await api.call('POST', '/v1/permanent-links', {
    key,
    body: { name: 'The desk', ...body },
  });
  const { id, slug, unique_code } = response.json().data;
  return { id, slug, code: unique_code };
}

export async function storedKeys(api: TestApp, prefix: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { key } of api.services.storage.list(prefix)) found.push(key);
  return found.sort();
}

export async function temporariesOf({ temporaryFolders }: TestApp): Promise<string[]> {
  return (await Promise.all(temporaryFolders.map((folder) => readdir(folder)))).flat();
}

/** Large photos, and all in a rush, get their thumbnails after they are acknowledged: waits until that is done. */
export function settled(api: TestApp): Promise<void> {
  return waitUntil(async () => {
    const unchecked = await rowsOf(api.database, 'photos', { checked_at: null });
    expect(unchecked).toEqual([]);
  });
}

/** Everything that can be left of an upload. */
export async function kept(api: TestApp) {
  const rows = await api.database.reader.selectFrom('photos').select('id').orderBy('id').execute();
  const tickets = await api.database.reader.selectFrom('used_tickets').select('number').execute();
  return {
    photos: rows.map(({ id }) => id),
    files: [...(await storedKeys(api, 'photos/')), ...(await storedKeys(api, 'thumbnails/'))],
    temporaries: await temporariesOf(api),
    usedTickets: tickets.length,
  };
}

export function expectRefusal(response: LightMyRequestResponse, status: number, code: string): void {
  expect([response.statusCode, response.json().error?.code], response.body).toEqual([status, code]);
  expect(response.json().error.message).toMatch(/\S/);
}
