import { describe, expect, it } from 'vitest';
import { OPERATOR } from '../../../src/audit/actor.ts';
import { useTestApp } from '../../helpers/app/test-app.ts';
import { MINUTE } from '../../helpers/app/test-clock.ts';
import { codeOf, createOwner } from '../../helpers/app/web-browser.ts';
import { callDuring } from '../../helpers/database/call-during.ts';
import { rowOf } from '../../helpers/database/stored-rows.ts';
import { createEndpointIn } from '../../helpers/webhooks/create-endpoint.ts';

const HOOK = 'http://127.0.0.1:8081/hook';

describe('what needs a confirmation only by a change of the same moment', () => {
  const api = useTestApp();

  async function longAfterSignIn() {
    const person = await createOwner(api);
    api.clock.advance(16 * MINUTE);
    // From here on the session itself has nothing to write.
    await person.browser.expect('GET', '/session');
    return person;
  }

  it('should be confirmed when it keeps photos shorter', async () => {
    const { browser, path, workspaceId: id } = await longAfterSignIn();
    await api.services.workspaces.changeSettings(OPERATOR, id, { retention_days: 30 });
    const refused = await callDuring(
      api.database,
      (trx) => trx.updateTable('workspaces').set({ retention_days: 90 }).where('id', '=', id).execute(),
      () => browser.call('PATCH', `${path}/settings`, { retention_days: 60 }),
    );
    expect(codeOf(refused)).toEqual([403, 'confirmation_required']);
    expect(await rowOf(api.database, 'workspaces', { id })).toMatchObject({ retention_days: 90 });
  });

  it.each([
    ['takes the events elsewhere', { url: HOOK }, { url: 'http://127.0.0.1:8081/new' }],
    ['turns sample photos into real ones', { serves: 'both' }, { serves: 'test' }],
  ] as const)('should be confirmed when it %s', async (_what, wanted, meanwhile) => {
    const { browser, path, workspaceId } = await longAfterSignIn();
    const { id } = await createEndpointIn(api.services, workspaceId, { url: HOOK, serves: 'both' });
    const refused = await callDuring(
      api.database,
      (trx) => trx.updateTable('webhook_endpoints').set(meanwhile).where('id', '=', id).execute(),
      () => browser.call('PATCH', `${path}/webhooks/${id}?environment=test`, wanted),
    );
    expect(codeOf(refused)).toEqual([403, 'confirmation_required']);
    expect(await rowOf(api.database, 'webhook_endpoints', { id })).toMatchObject(meanwhile);
  });
});
