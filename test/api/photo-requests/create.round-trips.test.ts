import pg from 'pg';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { OPERATOR } from '../../../src/audit/actor.ts';
import { planOf } from '../../../src/workspaces/plans.ts';
import { useTestApp } from '../../helpers/app/test-app.ts';
import { rowsOf } from '../../helpers/database/stored-rows.ts';
import { engine } from '../../helpers/database/test-database.ts';
import { ENDPOINTS, NOWHERE } from '../../helpers/webhooks/api-endpoints.ts';

const PATH = '/v1/photo-requests';
const BODY = { instructions: 'A photo of the parcel, please' };

const api = useTestApp();

async function workspaceWith(endpoints: number) {
  const workspace = await api.createWorkspace();
  const { key } = workspace.live;
  for (let i = 0; i < endpoints; i++)
    await api.call('POST', ENDPOINTS, { key, body: { url: NOWHERE, events: ['photo_request.created'] } });
  // The first use of a key is written down.
  await api.call('GET', '/v1/ping', { key });
  return { ...workspace, key };
}

const deliveriesOf = ({ id }: { id: string }) => rowsOf(api.database, 'deliveries', { workspace_id: id });

// SQLite has no round trips.
if (engine === 'postgres')
  describe('creating one request on PostgreSQL', () => {
    afterEach(() => vi.restoreAllMocks());

    /** What is sent to the database meanwhile, but for hints to other nodes. */
    async function statementsDuring(work: () => Promise<unknown>): Promise<string[]> {
      const query = vi.spyOn(pg.Client.prototype, 'query');
      await work();
      return query.mock.calls
        .map(([statement]) => {
          const sent = statement as unknown as string | { text: string };
          return typeof sent === 'string' ? sent : sent.text;
        })
        .filter((text) => !text.includes('pg_notify'));
    }

    it.each([
      ['no endpoint', 0, {}],
      ['endpoints that are told', 2, {}],
      ['an idempotency key', 1, { 'idempotency-key': 'once' }],
    ])('should take two round trips with %s', async (_, endpoints, headers) => {
      const workspace = await workspaceWith(endpoints);
      const statements = await statementsDuring(async () => {
        const { statusCode } = await api.call('POST', PATH, { key: workspace.key, body: BODY, headers });
        expect(statusCode).toBe(201);
      });
      expect(statements).toEqual([
        expect.stringContaining('from "api_keys"'),
        expect.stringContaining('insert into photo_requests'),
      ]);
      expect(await deliveriesOf(workspace)).toHaveLength(endpoints);
    });
  });

it('should tell an endpoint that was added while a slow body was read', async () => {
  const workspace = await workspaceWith(1);
  const { id: workspaceId, live } = workspace;
  const by = {
    ...OPERATOR,
    workspaceId,
    environment: live.environment,
    plan: planOf('enterprise'),
    usage: await api.services.workspaces.find(workspaceId),
  };
  const longAgo = { subscribers: [], isKeyTaken: false, at: performance.now() - 2_001 };
  await api.services.photoRequests.create(by, BODY, undefined, longAgo);
  expect(await deliveriesOf(workspace)).toHaveLength(1);
});
