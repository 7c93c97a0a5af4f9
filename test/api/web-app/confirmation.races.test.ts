import { describe, expect, it } from 'vitest';
import { OPERATOR } from '../../../src/audit/actor.ts';
import { useTestApp } from '../../helpers/app/test-app.ts';
import { MINUTE } from '../../helpers/app/test-clock.ts';
import { codeOf, createOwner } from '../../helpers/app/web-browser.ts';
import { callDuring } from '../../helpers/database/call-during.ts';
import { rowOf } from '../../helpers/database/stored-rows.ts';

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
});
