import { describe, expect, it } from 'vitest';
import { OPERATOR } from '../../../src/audit/actor.ts';
import { useTestApp } from '../../helpers/app/test-app.ts';
import { HOUR, MINUTE } from '../../helpers/app/test-clock.ts';
import { codeOf, createOwner, PASSWORD, type Person } from '../../helpers/app/web-browser.ts';
import { createEndpointIn } from '../../helpers/webhooks/create-endpoint.ts';

const URL_BEFORE = 'http://127.0.0.1:8081/hook';

describe('what a borrowed browser is not enough for', () => {
  const api = useTestApp();

  async function longAfterSignIn(): Promise<Person> {
    const person = await createOwner(api);
    api.clock.advance(16 * MINUTE);
    return person;
  }
  const change = ({ browser, path }: Person, what: string, body: object) =>
    browser.call('PATCH', `${path}/${what}`, body);
  const setUp = (person: Person, settings: { retention_days?: number | null; ip_allow_list?: string[] }) =>
    api.services.workspaces.changeSettings(OPERATOR, person.workspaceId, settings);

  const createEndpoint = ({ workspaceId }: Pick<Person, 'workspaceId'>, serves: 'live' | 'test' | 'both') =>
    createEndpointIn(api.services, workspaceId, { url: URL_BEFORE, serves });

  async function expectConfirmation(person: Person, what: string, body: object): Promise<void> {
    expect(codeOf(await change(person, what, body))).toEqual([403, 'confirmation_required']);
    await person.browser.expect('POST', '/session/confirm', { password: PASSWORD });
    expect((await change(person, what, body)).statusCode).toBe(200);
  }

  it('should be asked for again once the clock was set back', async () => {
    const person = await createOwner(api);
    api.clock.advance(HOUR);
    await person.browser.expect('POST', '/session/confirm', { password: PASSWORD });
    api.clock.jump(-HOUR);
    await setUp(person, { retention_days: 90 });
    await expectConfirmation(person, 'settings', { retention_days: 30 });
    api.clock.advance(HOUR);
  });

  it('should include another address for webhooks, and not their name', async () => {
    const person = await longAfterSignIn();
    const { id } = await createEndpoint(person, 'both');
    const same = await change(person, `webhooks/${id}`, { name: 'Orders', url: URL_BEFORE });
    expect(same.statusCode).toBe(200);
    await expectConfirmation(person, `webhooks/${id}`, { url: 'http://127.0.0.1:8081/elsewhere' });
  });

  it.each([
    ['test', 'live'],
    ['test', 'both'],
  ] as const)('should include that an endpoint for %s events gets those of %s', async (before, after) => {
    const person = await longAfterSignIn();
    const { id } = await createEndpoint(person, before);
    await expectConfirmation(person, `webhooks/${id}?environment=test`, { serves: after });
  });

  it.each([
    ['test', 'test'],
    ['live', 'both'],
    ['both', 'test'],
  ] as const)('should not include that an endpoint for %s events gets those of %s', async (before, after) => {
    const person = await longAfterSignIn();
    const { id } = await createEndpoint(person, before);
    const response = await person.browser.call(
      'PATCH',
      `${person.path}/webhooks/${id}?environment=${before === 'test' ? 'test' : 'live'}`,
      { serves: after },
    );
    expect(response.statusCode).toBe(200);
  });

  it('should include to activate a key, and not to rename or deactivate it', async () => {
    const person = await longAfterSignIn();
    const { id } = await api.createKey(person.workspaceId);
    const off = await change(person, `api-keys/${id}`, { name: 'Renamed', is_active: false });
    expect(off.json().data).toMatchObject({ name: 'Renamed', is_active: false });
    await expectConfirmation(person, `api-keys/${id}`, { is_active: true });
  });

  it('should include to enable an endpoint, and not to disable it', async () => {
    const { browser, path, ...person } = await longAfterSignIn();
    const { id } = await createEndpoint(person, 'both');
    const act = (what: string) => browser.call('POST', `${path}/webhooks/${id}/${what}`);
    expect((await act('disable')).statusCode).toBe(200);
    expect(codeOf(await act('enable'))).toEqual([403, 'confirmation_required']);
    await browser.expect('POST', '/session/confirm', { password: PASSWORD });
    expect((await act('enable')).json().data).toMatchObject({ is_active: true });
  });

  it.each([
    [null, 30],
    [90, 30],
  ])('should include to keep photos shorter: %s, then %s days', async (before, after) => {
    const person = await longAfterSignIn();
    await setUp(person, { retention_days: before });
    await expectConfirmation(person, 'settings', { retention_days: after });
  });

  it.each([
    [30, 30],
    [30, 90],
    [30, null],
    [null, null],
  ])('should not include to keep photos as long or longer: %s, then %s days', async (before, after) => {
    const person = await longAfterSignIn();
    await setUp(person, { retention_days: before });
    expect((await change(person, 'settings', { retention_days: after })).statusCode).toBe(200);
  });

  it.each([
    [[], ['10.0.0.0/8']],
    [['10.0.0.0/8'], []],
    [['10.0.0.0/8'], ['10.0.0.0/8', '192.0.2.1/32']],
  ])('should include where the API takes calls from: %j, then %j', async (before, after) => {
    const person = await longAfterSignIn();
    await setUp(person, { ip_allow_list: before });
    await expectConfirmation(person, 'settings', { ip_allow_list: after, lock_me_out: true });
  });

  it('should not include what stays as it is, nor looks', async () => {
    const person = await longAfterSignIn();
    await setUp(person, { ip_allow_list: ['10.0.0.0/8'] });
    const body = { ip_allow_list: ['10.0.0.0/8'], brand_color: '#123456', time_zone: 'Europe/Berlin' };
    expect((await change(person, 'settings', body)).statusCode).toBe(200);
  });
});
