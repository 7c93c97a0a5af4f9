import { describe, expect, it } from 'vitest';
import { OPERATOR } from '../../../src/audit/actor.ts';
import { useTestApp } from '../../helpers/app/test-app.ts';
import { MINUTE } from '../../helpers/app/test-clock.ts';
import { codeOf, createMember, createOwner, signIn } from '../../helpers/app/web-browser.ts';

const READS = 1_200;
const CHANGES = 120;
const BODY = { instructions: 'The car, please.' };

describe('how much one person can do in the web application', () => {
  const api = useTestApp();

  it('should be bounded for reading, over all their sessions, and not for others', async () => {
    const owner = await createOwner(api);
    const other = await createMember(api, owner.workspaceId, 'viewer');
    const second = await signIn(api, owner.email);
    for (let done = 0; done < READS; done += 100) {
      const browsers = Array.from({ length: 100 }, (_, number) => (number % 2 ? owner.browser : second));
      const responses = await Promise.all(browsers.map((browser) => browser.call('GET', '/session')));
      expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    }
    const refused = await owner.browser.call('GET', `${owner.path}/overview`);
    expect([...codeOf(refused), Number(refused.headers['retry-after']) > 0]).toEqual([
      429,
      'rate_limited',
      true,
    ]);
    // What they change is counted apart.
    await owner.browser.expect('PATCH', '/account', { name: 'Ada' });
    expect((await other.browser.call('GET', `${owner.path}/overview`)).statusCode).toBe(200);
    api.clock.advance(MINUTE);
    await owner.browser.expect('GET', `${owner.path}/overview`);
  });

  it('should be bounded for changing, whatever it is', async () => {
    const owner = await createOwner(api);
    for (let done = 0; done < CHANGES; done++) {
      const [method, path] =
        done % 2 ? (['POST', '/nothing'] as const) : (['DELETE', `${owner.path}/webhooks/x`] as const);
      expect((await owner.browser.call(method, path)).statusCode).toBe(404);
    }
    const refused = await owner.browser.call('PATCH', '/account', { name: 'Ada' });
    expect(codeOf(refused)).toEqual([429, 'rate_limited']);
    await owner.browser.expect('GET', `${owner.path}/overview`);
    // Whoever has had enough can always leave.
    await owner.browser.expect('POST', '/sign-out');
  });

  it('should count for the workspace, together with its keys, when requests are created', async () => {
    const owner = await createOwner(api);
    const other = await createMember(api, owner.workspaceId, 'member');
    await api.services.workspaces.setLimits(OPERATOR, owner.workspaceId, { perMinute: 5, perHour: 7 });
    const { key } = await api.createKey(owner.workspaceId);
    const create = (person = owner) => person.browser.call('POST', `${owner.path}/photo-requests`, BODY);
    for (const person of [owner, other, owner]) expect((await create(person)).statusCode).toBe(201);
    // A form that is not filled in well takes nothing away.
    const wrong = await owner.browser.call('POST', `${owner.path}/photo-requests`, { instructions: 7 });
    expect(wrong.statusCode).toBe(422);
    const byKey = () => api.call('POST', '/v1/photo-requests', { key, body: BODY });
    for (let number = 0; number < 2; number++) expect((await byKey()).statusCode).toBe(201);
    expect([(await create()).statusCode, (await byKey()).statusCode]).toEqual([429, 429]);
    await owner.browser.expect('GET', `${owner.path}/photo-requests`);
    api.clock.advance(MINUTE);
    for (let number = 0; number < 2; number++) expect((await create()).statusCode).toBe(201);
    expect(codeOf(await create())).toEqual([429, 'rate_limited']);
  });
});
