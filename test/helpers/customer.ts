import { randomBytes } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { samplePhoto } from './sample-photo.ts';
import type { TestApp } from './test-app.ts';

export interface PhotoToSend {
  slot?: number;
  body?: Buffer;
  clientId?: string;
  /** null: none is sent. */
  ticket?: string | null;
  capturedAt?: number | string;
  session?: string;
  headers?: Record<string, string>;
}

/** Somebody with a phone: what the script of the customer's page does, by plain HTTP. */
export interface Customer {
  session: string;
  tickets: Record<string, string[]>;
  opened: LightMyRequestResponse;
  send(photo?: PhotoToSend): Promise<LightMyRequestResponse>;
  remove(clientId: string): Promise<LightMyRequestResponse>;
  submit(body?: { photos?: string[]; location?: object }): Promise<LightMyRequestResponse>;
  state(): Promise<Record<string, unknown>>;
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
): Promise<Customer> {
  const opened = await api.call('POST', '/capture/sessions', { body: { kind, key, previous } });
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
      return api.call('PUT', `/capture/photos/${clientId}`, {
        raw: body ?? (await samplePhoto()),
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
    remove: (clientId) => api.call('DELETE', `/capture/photos/${clientId}`, { headers: withSession }),
    submit: (body = {}) => api.call('POST', '/capture/submission', { body, headers: withSession }),
    state: async () =>
      (await api.call('GET', '/capture/session', { headers: withSession })).json().data.state,
  };
}
