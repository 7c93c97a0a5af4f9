import { atLeast, atMost } from '../bars.ts';
import type { Target } from '../load.ts';
import { alternate, type Measurement, ratio, typical } from '../measure.ts';
import { type BenchContext, SMALL } from './bench-context.ts';
import { countRows } from './count-rows.ts';
import { NEW_REQUEST } from './sample-rows.ts';
import type { SeededDatabase } from './seed.ts';

const CONNECTIONS = 32;
/** Enough to keep the server busy, few enough that a call's time is not mostly waiting for its turn. */
const LIST_CONNECTIONS = 4;

const GET_GOAL = { sqlite: 0.55, postgres: 0.65 };
const POST_GOAL = { sqlite: 1.5, postgres: 1 };
const LIST_GOAL = { sqlite: 0.6, postgres: 0.8 };
const LIST_GROWTH_GOAL = 1.2;

/** One object by its id, beside a constant and beside the same read without the service around it. */
export async function benchGet(context: BenchContext): Promise<void> {
  const { engine } = context.databases;
  for (const [name, rows] of tables(context)) {
    const database = await context.seeded(name, rows);
    const constant = await context.startBare('constant');
    const read = await context.startBare('read', database);
    const subject = await context.startService(database);
    const about = `GET one of ${rows.toLocaleString('en')}`;
    const [constants, reads, gets] = (await context.using([constant, read, subject], () =>
      measured(context, about, [
        {
          name: 'bare constant',
          server: constant,
          connections: CONNECTIONS,
          requests: [{ path: '/constant' }],
        },
        {
          name: `bare indexed read, ${rows.toLocaleString('en')} rows`,
          server: read,
          connections: CONNECTIONS,
          requests: database.ids.map((id) => ({ path: `/read/${id}` })),
        },
        {
          name: `GET /v1/photo-requests/{id}, ${rows.toLocaleString('en')} rows`,
          server: subject,
          connections: CONNECTIONS,
          requests: database.ids.map((id) => ({
            path: `/v1/photo-requests/${id}`,
            headers: withKey(database),
          })),
        },
      ]),
    )) as [Measurement, Measurement, Measurement];
    context.report.lines.push(
      { engine, measurement: constants },
      { engine, measurement: reads, ceiling: constants },
      { engine, measurement: gets, ceiling: reads },
    );
    const found = ratio(gets, reads, 'perSecond');
    context.report.bars.push(atLeast(`${engine}: ${about} / bare indexed read`, found, GET_GOAL[engine]));
  }
}

/** A durable new object, beside one durable insert per call without the service around it. */
export async function benchPost(context: BenchContext): Promise<void> {
  const { engine } = context.databases;
  const own = await context.seeded('posts', SMALL);
  const other = await context.seeded('inserts', SMALL);
  const bare = await context.startBare('insert', other);
  const subject = await context.startService(own);
  const body = JSON.stringify(NEW_REQUEST);
  const json = { 'content-type': 'application/json' };
  const before = await countRows(own);
  const [inserts, posts] = (await context.using([bare, subject], () =>
    measured(context, 'POST', [
      {
        name: 'bare durable insert',
        server: bare,
        connections: CONNECTIONS,
        requests: [{ method: 'POST', path: '/insert', headers: json, body }],
      },
      {
        name: 'POST /v1/photo-requests',
        server: subject,
        connections: CONNECTIONS,
        requests: [
          { method: 'POST', path: '/v1/photo-requests', headers: { ...json, ...withKey(own) }, body },
        ],
      },
    ]),
  )) as [Measurement, Measurement];
  const created = posts.samples.reduce((sum, sample) => sum + sample.responses, 0);
  const stored = (await countRows(own)) - before;
  if (stored < created) throw new Error(`${created} calls got a 201, only ${stored} rows are there`);

  context.report.lines.push(
    { engine, measurement: inserts },
    { engine, measurement: posts, ceiling: inserts },
  );
  const found = ratio(posts, inserts, 'perSecond');
  const name = `${engine}: POST / bare durable insert, 32 connections`;
  context.report.bars.push(atLeast(name, found, POST_GOAL[engine]));
}

/** The newest page, beside the same rows without the service around them; it must not cost more when there is more behind it. */
export async function benchList(context: BenchContext): Promise<void> {
  const { engine } = context.databases;
  const targets: Target[] = [];
  for (const [name, rows] of tables(context)) {
    const database = await context.seeded(name, rows);
    targets.push({
      name: `GET /v1/photo-requests?limit=20, ${rows.toLocaleString('en')} rows`,
      server: await context.startService(database),
      connections: LIST_CONNECTIONS,
      requests: [{ path: '/v1/photo-requests?limit=20', headers: withKey(database) }],
    });
  }
  targets.unshift({
    name: 'bare list of 20, 1,000 rows',
    server: await context.startBare('list', await context.seeded('small', SMALL)),
    connections: LIST_CONNECTIONS,
    requests: [{ path: '/list' }],
  });
  const servers = targets.map(({ server }) => server);
  const [bare, small, large] = (await context.using(servers, () => measured(context, 'list', targets))) as [
    Measurement,
    Measurement,
    Measurement,
  ];
  context.report.lines.push(
    { engine, measurement: bare },
    { engine, measurement: small, ceiling: bare },
    { engine, measurement: large, ceiling: small },
  );
  context.report.bars.push(
    atLeast(`${engine}: list of 20 / bare list`, ratio(small, bare, 'perSecond'), LIST_GOAL[engine]),
  );
  const rows = context.options.rows.toLocaleString('en');
  const found = ratio(large, small, 'p50Ms');
  context.report.bars.push(
    atMost(`${engine}: list of ${rows} / list of 1,000, median time`, found, LIST_GROWTH_GOAL),
  );
}

function tables({ options }: BenchContext): [name: string, rows: number][] {
  return [
    ['small', SMALL],
    ['large', options.rows],
  ];
}

async function measured(context: BenchContext, what: string, targets: Target[]): Promise<Measurement[]> {
  const measurements = await alternate(targets, context.options);
  const figures = measurements.map((one) => `${one.name} ${Math.round(typical(one, 'perSecond'))}/s`);
  context.say(`${context.databases.engine}: ${what}: ${figures.join(', ')}`);
  return measurements;
}

function withKey({ key }: SeededDatabase): Record<string, string> {
  return { 'x-api-key': key };
}
