import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { under } from '../bars.ts';
import { residentMb } from '../process-stats.ts';
import { type Program, service, startProcess } from '../server-process.ts';
import { median } from '../statistics.ts';
import { type BenchContext, SMALL } from './bench-context.ts';

const IDLE_AFTER_MS = 5_000;
const IDLE_GOAL_MB = 85;
const START_GOAL_MS = 500;
const STARTS = 7;

/** Resident memory some seconds after the start, before any call. */
export async function benchMemory(context: BenchContext): Promise<void> {
  const { engine } = context.databases;
  const places = [
    ['a restart', await context.seeded('small', SMALL)],
    ['a first start', await context.databases.create('memory')],
  ] as const;
  const log = join(context.folder, 'servers.log');
  // The first start after a change compiles it, and what Node loads for that stays.
  await (await startProcess(service(places[0][1].env, log))).stop();
  for (const [what, place] of places) {
    const program = service(place.env, log);
    // Outside production the first start also makes a workspace, with a password to hash.
    const server = await startProcess({ ...program, env: { ...program.env, NODE_ENV: 'development' } });
    const found = await context.using([server], async () => {
      await delay(IDLE_AFTER_MS);
      return residentMb(server.processId);
    });
    const name = `${engine}: idle after ${what}`;
    context.report.figures.push({ name, value: `${found.toFixed(0)} MB` });
    context.report.bars.push(under(name, found, IDLE_GOAL_MB, 'MB'));
  }
}

/** From spawning the process to the first response of /healthz. */
export async function benchStart(context: BenchContext): Promise<void> {
  const { engine } = context.databases;
  const log = join(context.folder, 'servers.log');
  const restarted = await context.seeded('small', SMALL);
  const node = service(restarted.env, log);
  const npm: Program = { ...node, command: 'npm', args: ['start'] };
  let serial = 0;
  const fresh = async () => service((await context.databases.create(`start${serial++}`)).env, log);

  await timed(context, `${engine}: restart, node src/main.js`, async () => node);
  await timed(context, `${engine}: restart, npm start`, async () => npm);
  await timed(context, `${engine}: first start on an empty database`, fresh);
  await timed(context, `${engine}: restart without a compile cache`, async () => {
    const cache = join(context.folder, `compile-cache-${engine}-${serial++}`);
    mkdirSync(cache);
    return { ...node, env: { ...node.env, NODE_COMPILE_CACHE: cache } };
  });
}

async function timed(context: BenchContext, name: string, program: () => Promise<Program>): Promise<void> {
  const times: number[] = [];
  for (let i = 0; i < STARTS; i++) {
    const server = await startProcess(await program());
    times.push(server.startedInMs);
    await server.stop();
  }
  const found = median(times);
  const range = `${Math.min(...times).toFixed(0)} to ${Math.max(...times).toFixed(0)}`;
  context.report.figures.push({ name, value: `${found.toFixed(0)} ms (${range})` });
  context.report.bars.push(under(name, found, START_GOAL_MS, 'ms'));
}
