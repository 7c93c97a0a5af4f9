import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATOR } from '../../../src/audit/actor.ts';
import { startTestApp, type TestApp } from '../../helpers/app/test-app.ts';
import { MINUTE } from '../../helpers/app/test-clock.ts';
import { codeOf, createOwner, PASSWORD } from '../../helpers/app/web-browser.ts';
import type { Person } from './changing-routes.ts';

const URL_BEFORE = 'http://127.0.0.1:8081/hook';

describe('what a borrowed browser is not enough for', () => {
  let api: TestApp;
  beforeAll(async () => {
    api = await startTestApp();
  });
  afterAll(() => api.close());

  async function longAfterSignIn(): Promise<Person> {
    const person = await createOwner(api);
    api.clock.advance(16 * MINUTE);
    return person;
  }
  const change = ({ browser, path }: Person, what: string, body: object) =>
    browser.call('PATCH', `${path}/${what}`, body);
  const setUp = (person: Person, settings: { retentionDays?: number | null; ipAllowList?: string[] }) =>
    api.services.workspaces.changeSettings(OPERATOR, person.workspaceId, settings);

  async function expectConfirmation(person: Person, what: string, body: object): Promise<void> {
    expect(codeOf(await change(person, what, body))).toEqual([403, 'confirmation_required']);
    await person.browser.expect('POST', '/session/confirm', { password: PASSWORD });
    expect((await change(person, what, body)).statusCode).toBe(200);
  }

  it('should include another address for webhooks, and not their name', async () => {
    const person = await longAfterSignIn();
    const { id } = await api.services.webhookEndpoints.create(OPERATOR, person.workspaceId, {
      url: URL_BEFORE,
    });
    const same = await change(person, `webhooks/${id}`, { name: 'Orders', url: URL_BEFORE });
    expect(same.statusCode).toBe(200);
    await expectConfirmation(person, `webhooks/${id}`, { url: 'http://127.0.0.1:8081/elsewhere' });
  });

  it.each([
    [null, 30],
    [90, 30],
  ])('should include to keep photos shorter: %s, then %s days', async (before, after) => {
    const person = await longAfterSignIn();
    await setUp(person, { retentionDays: before });
    await expectConfirmation(person, 'settings', { retention_days: after });
  });

  it.each([
    [30, 30],
    [30, 90],
    [30, null],
    [null, null],
  ])('should not include to keep photos as long or longer: %s, then %s days', async (before, after) => {
    const person = await longAfterSignIn();
    await setUp(person, { retentionDays: before });
    expect((await change(person, 'settings', { retention_days: after })).statusCode).toBe(200);
  });

  it.each([
    [[], ['10.0.0.0/8']],
    [['10.0.0.0/8'], []],
    [['10.0.0.0/8'], ['10.0.0.0/8', '192.0.2.1/32']],
  ])('should include where the API takes calls from: %j, then %j', async (before, after) => {
    const person = await longAfterSignIn();
    await setUp(person, { ipAllowList: before });
    await expectConfirmation(person, 'settings', { ip_allow_list: after, lock_me_out: true });
  });

  it('should not include what stays as it is, nor looks', async () => {
    const person = await longAfterSignIn();
    await setUp(person, { ipAllowList: ['10.0.0.0/8'] });
    const body = { ip_allow_list: ['10.0.0.0/8'], brand_color: '#123456', time_zone: 'Europe/Berlin' };
    expect((await change(person, 'settings', body)).statusCode).toBe(200);
  });
});
