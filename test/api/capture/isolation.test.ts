import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '../../helpers/app/test-app.ts';
import {
  type Customer,
  createLink,
  createRequest,
  expectRefusal,
  newClientId,
  openPage,
  smallPhoto,
} from '../../helpers/capture/customer.ts';

interface Place {
  name: string;
  page: Customer;
  clientId: string;
}

/** Each of these is a stranger to each other: requests, workspaces, environments, visits. */
describe('a capture session', () => {
  const places: Place[] = [];
  const api = useTestApp();
  beforeAll(async () => {
    const [a, b] = [await api.createWorkspace(), await api.createWorkspace()];
    const link = await createLink(api, a.live.key);
    const keys: [string, 'request' | 'link', string][] = [
      ['a request', 'request', (await createRequest(api, a.live.key)).token],
      ['another of the workspace', 'request', (await createRequest(api, a.live.key)).token],
      ['one of its tests', 'request', (await createRequest(api, a.test.key)).token],
      ['one of another workspace', 'request', (await createRequest(api, b.live.key)).token],
      ['a visit', 'link', link.slug],
      ['another visit', 'link', link.slug],
    ];
    for (const [name, kind, key] of keys) {
      const page = await openPage(api, kind, key);
      const clientId = newClientId();
      expect((await page.send({ clientId, body: await smallPhoto() })).statusCode).toBe(201);
      places.push({ name, page, clientId });
    }
  });

  it('should reach nothing but its own request', async () => {
    const before = await Promise.all(places.map(({ page }) => page.state()));
    let tried = 0;
    for (const mine of places) {
      for (const other of places) {
        if (mine === other) continue;
        tried += 1;
        const seen = JSON.stringify(await mine.page.state());
        expect(seen).not.toContain(other.clientId);
        // Removing what one does not have succeeds, and removes nothing.
        expect((await mine.page.remove(other.clientId)).statusCode).toBe(200);
        const missing = await mine.page.submit({ photos: [other.clientId] });
        expectRefusal(missing, 409, 'photos_missing');
        const theirTicket = other.page.tickets[1]?.[0] as string;
        const stolen = await mine.page.send({ slot: 1, ticket: theirTicket, body: await smallPhoto(2) });
        expectRefusal(stolen, 403, 'ticket_invalid');
      }
    }
    expect(tried).toBe(30);
    expect(await Promise.all(places.map(({ page }) => page.state()))).toEqual(before);
  });

  it('should not replace a photo of another request that has the same name', async () => {
    const [mine, other] = places as [Place, Place];
    const sent = await mine.page.send({ slot: 2, clientId: other.clientId, body: await smallPhoto(3) });
    expect(sent.statusCode).toBe(201);
    const theirs = await other.page.send({ clientId: other.clientId, body: await smallPhoto() });
    expect(theirs.statusCode).toBe(200);
    expect(theirs.json().data.id).not.toBe(sent.json().data.id);
    await mine.page.remove(other.clientId);
    expect(await other.page.state()).toMatchObject({ photos: [{ client_id: other.clientId }] });
  });

  it('should give the session of another request as the one before it nothing', async () => {
    const [, other] = places as [Place, Place];
    const { live } = await api.createWorkspace();
    const { token } = await createRequest(api, live.key);
    const page = await openPage(api, 'request', token, other.page.session);
    expect(page.opened.json().data.state).toMatchObject({ status: 'pending', photos: [] });
  });

  it('should not be stored, nor its tickets, in a way that could be used', async () => {
    const rows = JSON.stringify([
      await api.database.reader.selectFrom('capture_sessions').selectAll().execute(),
      await api.database.reader.selectFrom('used_tickets').selectAll().execute(),
    ]);
    for (const { page } of places) expect(rows).not.toContain(page.session);
  });
});
