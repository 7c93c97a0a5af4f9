import { expect, it } from 'vitest';
import { useTestApp } from '../../helpers/app/test-app.ts';
import { rowsOf } from '../../helpers/database/stored-rows.ts';
import { ENDPOINTS, NOWHERE } from '../../helpers/webhooks/api-endpoints.ts';

const PATH = '/v1/photo-requests';
const EACH = 12;

const api = useTestApp();

/** On PostgreSQL they are written by one statement. What one of them does wrong is its own. */
it('should create what several workspaces ask for at the same moment, each as if it were alone', async () => {
  const told = await api.createWorkspace();
  const plain = await api.createWorkspace();
  await api.call('POST', ENDPOINTS, {
    key: told.live.key,
    body: { url: NOWHERE, events: ['photo_request.created'] },
  });
  const create = (key: string, body: object, idempotencyKey?: string) =>
    api.call('POST', PATH, {
      key,
      body: { instructions: 'A photo of the parcel, please', ...body },
      headers: idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey },
    });
  await create(plain.live.key, {}, 'used-before');

  const ask = (name: string) =>
    Array.from({ length: EACH }, (_, i) => [
      create(told.live.key, { external_id: `T-${name}-${i}` }),
      create(plain.live.key, { external_id: `P-${name}-${i}` }, `${name}-${i}`),
    ]).flat();
  const together = await Promise.all(ask('without trouble'));
  const besideRefused = ask('with trouble');
  const refused = create(plain.live.key, { template_id: 'tpl_unknown' });
  const withAnotherBody = create(plain.live.key, { external_id: 'another' }, 'used-before');
  const twice = [create(told.live.key, {}, 'twice'), create(told.live.key, {}, 'twice')];
  const created = [...together, ...(await Promise.all(besideRefused))];

  expect(created.map(({ statusCode }) => statusCode)).toEqual(Array(4 * EACH).fill(201));
  expect([(await refused).statusCode, (await withAnotherBody).statusCode]).toEqual([422, 422]);
  const [first, second] = await Promise.all(twice);
  expect(second?.body).toBe(first?.body);

  const listed = async (key: string) =>
    (await api.call('GET', `${PATH}?limit=100`, { key })).json().data as { id: string }[];
  const returned = created.map((response) => response.json().data);
  const isOfTold = ({ external_id }: { external_id: string }) => external_id.startsWith('T-');
  const listedOfTold = await listed(told.live.key);
  expect(listedOfTold).toHaveLength(2 * EACH + 1);
  expect(listedOfTold).toEqual(expect.arrayContaining(returned.filter(isOfTold)));
  const listedOfPlain = await listed(plain.live.key);
  expect(listedOfPlain).toHaveLength(2 * EACH + 1);
  expect(listedOfPlain).toEqual(expect.arrayContaining(returned.filter((one) => !isOfTold(one))));

  const subjects = async (workspace: { id: string }) =>
    (await rowsOf(api.database, 'events', { workspace_id: workspace.id })).map((event) => event.subject_id);
  expect((await subjects(told)).sort()).toEqual(listedOfTold.map(({ id }) => id).sort());
  expect(await subjects(plain)).toEqual([]);
  expect(await rowsOf(api.database, 'deliveries', { workspace_id: told.id })).toHaveLength(2 * EACH + 1);
});
