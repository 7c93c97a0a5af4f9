import { readFileSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeAll, describe, expect, it } from 'vitest';
import { liveInWorkspace, submitPersonally } from '../../helpers/app/lived-in-workspace.ts';
import { useTestApp } from '../../helpers/app/test-app.ts';
import { DAY } from '../../helpers/app/test-clock.ts';
import { rowsOf, updateRows } from '../../helpers/database/stored-rows.ts';
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

  it('should not let requests that cannot be erased hold up the others, and try them again', async () => {
    await updateRows(api.database, 'workspaces', { id: keeping.id }, { retention_days: 3 });
    const stuck: string[] = [];
    for (let number = 0; number < 3; number++)
      stuck.push((await submitPersonally(api, workspace.key, mailFolder)).id);
    api.clock.advance(1);
    const behind = await submitPersonally(api, workspace.key, mailFolder);
    const mails = (await rowsOf(api.database, 'mails', {})).filter(({ request_id }) =>
      stuck.includes(request_id ?? ''),
    );
    const files = mails.map(({ id }) => join(mailFolder, `${id}.eml`));
    for (const file of files) {
      await rename(file, `${file}.kept`);
      // A folder stands for a file that may not be deleted.
      await mkdir(file);
      await writeFile(join(file, 'something'), '');
    }
    api.clock.advance(4 * DAY);
    const left = async () =>
      (await rowsOf(api.database, 'photo_requests', {}))
        .map(({ id }) => id)
        .filter((id) => [...stuck, behind.id, keeping.request.id].includes(id))
        .sort();
    for (let round = 0; round < 2; round++) {
      await expect(sweep()).rejects.toThrow('3 submitted photo requests could not be erased');
      expect(await left()).toEqual(stuck.toSorted());
    }
    for (const file of files) {
      await rm(file, { recursive: true });
      await rename(`${file}.kept`, file);
    }
    await sweep();
    expect(await left()).toEqual([]);
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
