import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import { OPERATOR } from '../../../src/audit/actor.ts';
import type { PhotoRequest } from '../../../src/photo-requests/schema.ts';
import { EVENT_TYPES } from '../../../src/webhooks/outbox/event-types.ts';
import type { TestApp } from '../app/test-app.ts';
import { rowsOf } from '../database/stored-rows.ts';
import { type DocumentedEvent, documentedEvent } from '../webhooks/documented-event.ts';
import { type Customer, newClientId, openPage, smallPhoto } from './customer.ts';

/** A business that decides about what its customers send. */
export function createReviewer(api: TestApp, workspace: { id: string; live: { key: string } }) {
  const { key } = workspace.live;
  const read = async (id: string): Promise<PhotoRequest> =>
    (await api.call('GET', `/v1/photo-requests/${id}`, { key })).json().data;
  const review = (id: string, body: object): Promise<LightMyRequestResponse> =>
    api.call('POST', `/v1/photo-requests/${id}/review`, { key, body });

  return {
    read,
    review,

    /** Throws when it is refused. */
    async decide(id: string, body: object): Promise<PhotoRequest> {
      const response = await review(id, body);
      expect(response.statusCode, response.body).toBe(200);
      return response.json().data;
    },

    cancel: (id: string) => api.call('POST', `/v1/photo-requests/${id}/cancel`, { key }),

    askAgain: (slot_index: number, reason = 'blurred') => ({
      decision: 'request_changes',
      slots: [{ slot_index, reason }],
    }),

    async list(query: string): Promise<string[]> {
      const response = await api.call('GET', `/v1/photo-requests?${query}`, { key });
      return response.json().data.map(({ id }: PhotoRequest) => id);
    },

    /** An endpoint wants all events from now on: what is not wanted is not kept. */
    async wantAllEvents(): Promise<void> {
      const url = 'http://127.0.0.1:2/';
      await api.services.webhookEndpoints.create(OPERATOR, workspace.id, { url, events: [...EVENT_TYPES] });
    },

    async eventsOf(id: string): Promise<DocumentedEvent[]> {
      const rows = await rowsOf(api.database, 'events', { subject_id: id }, 'id');
      return rows.map(({ body }) => documentedEvent(body));
    },
  };
}

/** A small photo for each of these places, another one for each number; what the page calls them. */
export async function fillPlaces(customer: Customer, places: number[], first = 1): Promise<string[]> {
  const clientIds: string[] = [];
  for (const [index, slot] of places.entries()) {
    const clientId = newClientId();
    const sent = await customer.send({ slot, clientId, body: await smallPhoto(first + index) });
    expect(sent.statusCode, sent.body).toBe(201);
    clientIds.push(clientId);
  }
  return clientIds;
}

/** Opens the page, takes photos for these places and submits them. */
export async function submitPlaces(
  api: TestApp,
  token: string,
  places: number[],
  first = 1,
): Promise<Customer> {
  const customer = await openPage(api, 'request', token);
  const photos = await fillPlaces(customer, places, first);
  const submitted = await customer.submit({ photos });
  expect(submitted.statusCode, submitted.body).toBe(200);
  return customer;
}
