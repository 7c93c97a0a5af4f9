import type { TestApp } from '../test/helpers/app/test-app.ts';
import { keyOf, newClientId } from '../test/helpers/capture/customer.ts';
import { expectSuccess } from './screenshot-site.ts';

const SECOND = 1_000;

export interface CustomerPage {
  photograph(photos: Buffer[], place?: [number, number]): Promise<void>;
  submit(answers?: Record<string, unknown>): Promise<void>;
}

let visitors = 0;

/** A customer opens the address of a request, or of a permanent link. */
export async function openAsCustomer(
  api: TestApp,
  kind: 'request' | 'link',
  address: string,
): Promise<CustomerPage> {
  visitors += 1;
  const headers = { 'x-forwarded-for': `192.0.2.${(visitors % 250) + 1}` };
  const key = keyOf(address);
  expectSuccess(await api.call('GET', `/${kind === 'request' ? 'r' : 'p'}/${key}`, { headers }), 'open');
  const opened = await api.call('POST', '/capture/sessions', { headers, body: { kind, key } });
  const { session, tickets } = expectSuccess(opened, 'session').json().data as {
    session: string;
    tickets: Record<string, string[]>;
  };
  const sent: string[] = [];
  return {
    async photograph(photos, place) {
      for (const [slot, photo] of photos.entries()) {
        api.clock.advance((14 + 9 * slot) * SECOND);
        const clientId = newClientId();
        const response = await api.call('PUT', `/capture/photos/${clientId}`, {
          raw: photo,
          headers: {
            ...headers,
            'content-type': 'image/jpeg',
            'x-capture-session': session,
            'x-capture-ticket': tickets[slot]?.shift() ?? '',
            'x-photo-slot': String(slot),
            'x-photo-captured-at': new Date(api.clock.now() - 2 * SECOND).toISOString(),
            ...(place === undefined ? {} : { 'x-photo-location': `${place[0]},${place[1]},8` }),
          },
        });
        expectSuccess(response, 'photo');
        sent.push(clientId);
      }
    },
    async submit(answers = {}) {
      api.clock.advance(21 * SECOND);
      const response = await api.call('POST', '/capture/submission', {
        body: { photos: sent, answers },
        headers: { ...headers, 'x-capture-session': session },
      });
      expectSuccess(response, 'submission');
    },
  };
}
