import { describe, expect, it } from 'vitest';
import type { Queries } from '../../../src/platform/db/database.ts';
import { createServices } from '../../../src/services.ts';
import { type LivedInWorkspace, liveInWorkspace } from '../../helpers/app/lived-in-workspace.ts';
import { createPhotoRequest } from '../../helpers/app/stored-objects.ts';
import { useTestApp } from '../../helpers/app/test-app.ts';
import { createLink, storedKeys } from '../../helpers/capture/customer.ts';
import { insertRows, readAllTables } from '../../helpers/database/stored-rows.ts';
import { findTraces } from '../../helpers/database/stored-traces.ts';
import { useFolderForAll, useForAll } from '../../helpers/hooks.ts';

describe('erasing a workspace', () => {
  const mailFolder = useFolderForAll();
  const api = useTestApp({ platform: { mailFolder, phoneFolder: mailFolder } });
  const workspace = useForAll(() => liveInWorkspace(api, mailFolder));
  const neighbor = useForAll(() => liveInWorkspace(api, mailFolder));

  const traces = ({ values }: LivedInWorkspace) => findTraces(api, values, mailFolder);
  const deleteQueuedFiles = async () => {
    while (await api.services.photoUpkeep.deleteQueuedFiles());
  };
  const erase = (target: LivedInWorkspace, name = target.name) =>
    api.services.eraseWorkspace(target.id, name);

  /** The tables that know a workspace, whichever there are. */
  async function ownedTables(): Promise<Record<string, number>> {
    const owned: Record<string, number> = {};
    for (const [table, rows] of Object.entries(await readAllTables(api.database))) {
      const theirs = (rows as { workspace_id?: string }[]).filter((row) => row.workspace_id === workspace.id);
      const [first] = rows as object[];
      if (first === undefined || 'workspace_id' in first) owned[table] = theirs.length;
    }
    // Those of the installation.
    const others = ['purges', 'retired_slugs', 'erased_workspaces', 'sweeps', 'nodes', 'installation'];
    for (const table of [...others, 'signing_certificates', 'phone_opt_outs', 'phone_keywords']) {
      delete owned[table];
    }
    return owned;
  }

  it('should ask for its name, and touch nothing without', async () => {
    const before = await traces(workspace);
    await expect(erase(workspace, 'Another name')).rejects.toMatchObject({
      code: 'validation_error',
      details: { confirm: [expect.stringContaining(workspace.id)] },
    });
    await expect(api.services.eraseWorkspace('ws_unknown', '')).rejects.toMatchObject({ code: 'not_found' });
    expect(await traces(workspace)).toEqual(before);
    expect((await api.services.workspaces.find(workspace.id)).suspended_at).toBeNull();
  });

  it('should go on where it was cut off', async () => {
    const cut = await liveInWorkspace(api, mailFolder);
    const { database } = api;
    // Another one of its transactions ends it each time, until one attempt gets to the end.
    for (let allowed = 0; ; allowed++) {
      let begun = 0;
      const write = <T>(work: (trx: Queries) => Promise<T>) => {
        begun += 1;
        return begun > allowed ? Promise.reject(new Error('cut off')) : database.write(work);
      };
      const { eraseWorkspace } = createServices({ ...api.services, database: { ...database, write } });
      const outcome = await eraseWorkspace(cut.id, cut.name).catch((error: Error) => error.message);
      if (outcome !== 'cut off') break;
    }
    await deleteQueuedFiles();
    expect(await traces(cut)).toEqual([]);
  });

  it('should leave nothing of it in any table, storage or email, and its neighbor as it was', async () => {
    await api.services.counts.fold();
    await createPhotoRequest(api, workspace.key);
    const owned = await ownedTables();
    // A table that is new and empty here would go untested: give the scene something for it.
    expect(Object.entries(owned).filter(([, count]) => count === 0)).toEqual([]);
    const logos = await storedKeys(api, 'logos/');
    const untouched = await traces(neighbor);

    const counts = await erase(workspace);
    await deleteQueuedFiles();

    expect(await traces(workspace)).toEqual([]);
    expect(await traces(neighbor)).toEqual(untouched);
    expect(await storedKeys(api, 'logos/')).toHaveLength(logos.length - 1);
    for (const [table, count] of Object.entries(owned)) {
      // These go with what they are about, and are not counted by themselves.
      if (['delivery_attempts', 'counts', 'count_changes'].includes(table)) continue;
      // What is erased is suspended first, which is recorded.
      const expected = table === 'audit_entries' ? count + 1 : count;
      expect([table, counts[table]]).toEqual([table, expected]);
    }
    expect(counts).toMatchObject({ workspaces: 1, users: 1, members: 1 });
  });

  it('should keep a record that names no one', async () => {
    const records = await api.database.reader.selectFrom('erased_workspaces').selectAll().execute();
    expect(records.map(({ id_hash }) => id_hash)).toEqual([
      expect.stringMatching(/^[0-9a-f]{64}$/),
      expect.stringMatching(/^[0-9a-f]{64}$/),
    ]);
  });

  it('should never hand its printed addresses to another business', async () => {
    const taken = await api.call('POST', '/v1/permanent-links', {
      key: neighbor.key,
      body: { name: 'Desk', slug: workspace.link.slug },
    });
    expect(taken.statusCode).toBe(422);
    expect(taken.json().error.details).toHaveProperty('slug');
    const free = await createLink(api, neighbor.key, { slug: `${workspace.link.slug}-b` });
    expect(free.slug).toBe(`${workspace.link.slug}-b`);
  });

  it('should get to its end however many addresses the workspace ever had', async () => {
    const { id } = await api.createWorkspace();
    // More than either engine takes parameters in one statement.
    const slugs = Array.from({ length: 66_000 }, (_, index) => ({ workspace_id: id, slug: `many-${index}` }));
    await insertRows(api.database, 'permanent_link_slugs', slugs);
    const { name } = await api.services.workspaces.find(id);
    const counts = await api.services.eraseWorkspace(id, name);
    expect(counts).toMatchObject({ workspaces: 1, permanent_link_slugs: slugs.length });
    const taken = await api.call('POST', '/v1/permanent-links', {
      key: neighbor.key,
      body: { name: 'Desk', slug: 'many-65999' },
    });
    expect(taken.statusCode).toBe(422);
  });

  it('should refuse whoever still knocks', async () => {
    const call = await api.call('GET', '/v1/ping', { key: workspace.key });
    expect(call.statusCode).toBe(401);
    const { browser } = workspace.owner;
    expect((await browser.call('GET', '/session')).statusCode).toBe(401);
    const page = await api.call('POST', '/capture/sessions', {
      body: { kind: 'link', key: workspace.link.slug },
    });
    expect(page.statusCode).toBeGreaterThanOrEqual(400);
  });

  it('should leave people who are in another workspace too', async () => {
    const shared = await liveInWorkspace(api, mailFolder);
    await insertRows(api.database, 'members', {
      workspace_id: shared.id,
      user_id: neighbor.owner.userId,
      role: 'admin',
      created_at: api.clock.now(),
    });
    expect(await erase(shared)).toMatchObject({ members: 2, users: 1 });
    const { browser, path } = neighbor.owner;
    expect((await browser.call('GET', `${path}/photo-requests`)).statusCode).toBe(200);
  });
});
