import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeAll, describe, expect, it } from 'vitest';
import { liveInWorkspace, submitPersonally } from '../../helpers/app/lived-in-workspace.ts';
import { useTestApp } from '../../helpers/app/test-app.ts';
import { DAY } from '../../helpers/app/test-clock.ts';
import { rowsOf } from '../../helpers/database/stored-rows.ts';
import { findTraces } from '../../helpers/database/stored-traces.ts';
import { engine } from '../../helpers/database/test-database.ts';
import { useFolderForAll, useForAll } from '../../helpers/hooks.ts';

describe('keeping submitted requests for some days only', () => {
  const mailFolder = useFolderForAll();
  const api = useTestApp({ platform: { mailFolder, phoneFolder: mailFolder } });
  const workspace = useForAll(() => liveInWorkspace(api, mailFolder));
  const keeping = useForAll(() => liveInWorkspace(api, mailFolder));
  beforeAll(async () => {
    const { browser, path } = workspace.owner;
    await browser.expect('PATCH', `${path}/settings`, { retention_days: 3 });
  });

  const traces = (values: string[]) => findTraces(api, values, mailFolder);
  /** What the housekeeping does, until nothing is left to do. */
  async function sweep() {
    while (await api.services.photoRequests.eraseOld(2));
    while (await api.services.photoUpkeep.deleteQueuedFiles());
  }

  it('should erase them with files, messages and all when the time is over, and not before', async () => {
    const { values } = workspace.request;
    const kept = await traces(keeping.request.values);
    api.clock.advance(3 * DAY - 60_000);
    const young = await submitPersonally(api, workspace.key, mailFolder);
    await sweep();
    expect(await traces(values)).not.toEqual([]);

    api.clock.advance(120_000);
    await sweep();
    expect(await traces(values)).toEqual([]);
    expect(await traces(young.values)).not.toEqual([]);
    expect(await traces(keeping.request.values)).toEqual(kept);
  });

  it('should tell the receivers of each, with nothing of its content', async () => {
    const told = await rowsOf(api.database, 'events', { subject_id: workspace.request.id });
    expect(told.map(({ type }) => type)).toEqual(['photo_request.deleted']);
  });

  it('should take them in batches, each in a transaction of its own', async () => {
    for (let number = 0; number < 5; number++) await submitPersonally(api, workspace.key, mailFolder);
    api.clock.advance(4 * DAY);
    const left = async () =>
      (
        await api.database.reader
          .selectFrom('photo_requests')
          .select('id')
          .where('workspace_id', '=', workspace.id)
          .where('submitted_at', 'is not', null)
          .execute()
      ).length;
    const counts = [await left()];
    while (await api.services.photoRequests.eraseOld(2)) counts.push(await left());
    expect(counts).toEqual([6, 4, 2, 0]);
  });

  if (engine === 'sqlite')
    it('should overwrite what it erased in the database file', async () => {
      const file = join(api.databaseEnv.DATA_DIR ?? '', 'shutterpost.db');
      const request = await submitPersonally(api, workspace.key, mailFolder);
      const [email = ''] = request.values;
      const bytes = () => {
        const connection = new DatabaseSync(file);
        connection.exec('pragma wal_checkpoint(truncate)');
        connection.close();
        return readFileSync(file, 'latin1');
      };
      expect(bytes()).toContain(email);
      api.clock.advance(4 * DAY);
      await sweep();
      expect(bytes()).not.toContain(email);
    });
});
