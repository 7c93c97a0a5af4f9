import { beforeAll, describe, expect, it } from 'vitest';
import { createArchiveCopyRepository } from '../../../src/archive/copy-repository.ts';
import type { Database } from '../../../src/platform/db/database.ts';
import type { ArchiveCopyRow, PhotoRequestRow } from '../../../src/platform/db/tables.ts';
import { expectFewPages, expectIndex, explain, settleStatistics } from '../../helpers/database/explain.ts';
import { insertWorkspace, photoRequestRow } from '../../helpers/database/rows.ts';
import { insertRows } from '../../helpers/database/stored-rows.ts';
import { useDatabase } from '../../helpers/database/test-database.ts';

const NOW = Date.UTC(2026, 0, 31, 12, 0, 0);
const REQUESTS = 500;
const COPIES_EACH = 10;

/** Every submission looks at the copies of its request, and a worker again and again at what is due. */
describe('the plans for the copies of an archive', () => {
  const database = useDatabase();
  let owner: { workspaceId: string; environment: 'live' };
  let requestId = '';
  beforeAll(async () => {
    const workspaceId = await insertWorkspace(database);
    owner = { workspaceId, environment: 'live' };
    const others = await insertWorkspace(database);
    const insert = async (ofWorkspace: string, first: 'waiting' | 'done') => {
      const requests = Array.from({ length: REQUESTS }, () => photoRequestRow(ofWorkspace));
      const copiesOfAll = requests.flatMap((request) => copiesOf(request, first));
      await insertRows(database, 'photo_requests', requests);
      await insertRows(database, 'archive_copies', copiesOfAll);
      return requests;
    };
    // The oldest and the newest are of others: the way along everyone's copies is long.
    await insert(others, 'done');
    const requests = await insert(workspaceId, 'waiting');
    await insert(others, 'done');
    requestId = requests[0]?.id ?? '';
    await settleStatistics(database);
  });

  it.each<[string, RegExp, (recording: Database) => Promise<unknown>]>([
    ['of a request', /of_request/, (recording) => copies(recording).listOfRequest(owner, requestId)],
    [
      'of a request, on a page',
      /of_request/,
      (recording) => copies(recording).list(owner, { request_id: requestId }, { limit: 20, after: null }),
    ],
    ['that are due', /copies_due/, (recording) => copies(recording).due(owner, NOW, 3)],
    [
      'that failed, on a page',
      /by_status/,
      (recording) => copies(recording).list(owner, { status: 'failed' }, { limit: 20, after: null }),
    ],
    ['that wait, of everyone', /copies_due/, (recording) => copies(recording).countWaiting(100)],
    ['on a page', /by_age/, (recording) => copies(recording).list(owner, {}, { limit: 20, after: null })],
    [
      'with a name that is wanted',
      /by_name/,
      (recording) => copies(recording).takenNames(recording.reader, owner, requestId, ['a/b.jpg']),
    ],
  ])('should not go through all of them for those %s', async (_which, index, use) => {
    const [plan, ...others] = await explain(database, use);
    expect(others).toEqual([]);
    if (plan === undefined) throw new Error('A query is expected');
    // What waits is counted along its index, up to a limit; what is given as JSON is a name or two.
    const scan = /\bSCAN (?!archive_copies USING COVERING INDEX archive_copies_due|counted\b|json_each\b)/;
    expectIndex(plan, index, { scan });
    expectFewPages(plan);
  });

  const copies = (recording: Database) => createArchiveCopyRepository(recording);

  function copiesOf(
    { id, workspace_id, environment }: PhotoRequestRow,
    first: 'waiting' | 'done',
  ): ArchiveCopyRow[] {
    return Array.from({ length: COPIES_EACH }, (_, index) => ({
      id: id.replace('req_', 'copy_') + index,
      ...{ workspace_id, environment, request_id: id, kind: 'original', photo_id: `photo_${index}` },
      name: `${id}/${index}.jpg`,
      status: index === 0 ? first : index === 1 ? 'failed' : 'done',
      ...{ attempt_count: 1, next_attempt_at: NOW + index, version: 1, error: null, bytes: 1 },
      ...{ created_at: NOW, queued_at: NOW, finished_at: null },
    }));
  }
});
