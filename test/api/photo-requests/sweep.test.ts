import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../helpers/app/test-app.ts';
import { HOUR } from '../../helpers/app/test-clock.ts';
import { updateRows } from '../../helpers/database/stored-rows.ts';

describe('the sweep of overdue photo requests', () => {
  const api = useTestApp();

  async function create(key: string, hours: number): Promise<string> {
    const body = { instructions: 'Please', expires_in_hours: hours };
    return (await api.call('POST', '/v1/photo-requests', { key, body })).json().data.id;
  }

  async function storedStatus(ids: string[]): Promise<Record<string, string>> {
    const rows = await api.database.reader
      .selectFrom('photo_requests')
      .select(['id', 'status'])
      .where('id', 'in', ids)
      .execute();
    return Object.fromEntries(rows.map((row) => [row.id, row.status]));
  }

  it('should write down what has expired and leave the rest alone, in every workspace and environment', async () => {
    const [a, b] = [await api.createWorkspace(), await api.createWorkspace()];
    const short = [await create(a.live.key, 1), await create(a.test.key, 1), await create(b.live.key, 1)];
    const long = [await create(a.live.key, 3), await create(b.test.key, 3)];
    api.clock.advance(2 * HOUR);
    while (await api.services.photoRequests.expireOverdue()) {
      // Until nothing is left.
    }
    expect(Object.values(await storedStatus(short))).toEqual(['expired', 'expired', 'expired']);
    expect(Object.values(await storedStatus(long))).toEqual(['pending', 'pending']);
  });

  it('should not touch what is already final', async () => {
    const workspace = await api.createWorkspace();
    const id = await create(workspace.live.key, 1);
    await updateRows(api.database, 'photo_requests', { id }, { status: 'submitted' });
    api.clock.advance(2 * HOUR);
    await api.services.photoRequests.expireOverdue();
    expect(await storedStatus([id])).toEqual({ [id]: 'submitted' });
  });

  it('should expire each request once when several nodes sweep at once', async () => {
    const workspace = await api.createWorkspace();
    for (let i = 0; i < 12; i++) await create(workspace.live.key, 1);
    api.clock.advance(2 * HOUR);
    const sweep = () =>
      api.database.write((trx) =>
        api.services.photoRequestRepository.expireOverdue(trx, api.clock.now(), 1_000),
      );
    const swept = (await Promise.all([sweep(), sweep(), sweep(), sweep()])).flat();
    expect(swept).toHaveLength(12);
    expect(new Set(swept).size).toBe(12);
  });

  it('should leave alone what is extended while it sweeps', async () => {
    const workspace = await api.createWorkspace();
    const id = await create(workspace.live.key, 1);
    api.clock.advance(2 * HOUR);
    let extended = () => {};
    const isExtended = new Promise<void>((resolve) => {
      extended = resolve;
    });
    const extending = api.database.write(async (trx) => {
      await trx
        .updateTable('photo_requests')
        .set({ expires_at: api.clock.now() + 1_000 * HOUR })
        .where('id', '=', id)
        .execute();
      extended();
      // On PostgreSQL the sweep comes to this row before the extension is committed.
      if (api.database.engine === 'postgres') await api.services.photoRequests.expireOverdue();
    });
    await isExtended;
    await extending;
    await api.services.photoRequests.expireOverdue();
    expect(await storedStatus([id])).toEqual({ [id]: 'pending' });
  });

  it('should say that there may be more while a batch is full', async () => {
    const workspace = await api.createWorkspace();
    for (let i = 0; i < 3; i++) await create(workspace.live.key, 1);
    api.clock.advance(2 * HOUR);
    expect(await api.services.photoRequests.expireOverdue(2)).toBe(true);
    expect(await api.services.photoRequests.expireOverdue(2)).toBe(false);
  });
});
