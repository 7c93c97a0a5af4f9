import type { Engine } from '../../../src/platform/db/database.ts';
import { freePort } from '../http/free-port.ts';
import { startProcess } from './child-process.ts';
import { overHttp, type ServerProcess, untilAnswers } from './server-process.ts';

/** The step at which it is killed, and how many times it gets there first, that time included. */
export interface Doom {
  step: string;
  occurrence?: number;
}

/** The real server, which is killed without any warning. */
export async function startDoomedServer(
  env: Record<string, string>,
  { step, occurrence = 1 }: Doom,
): Promise<ServerProcess> {
  const port = await freePort();
  const doom = { KILL_AT_STEP: step, KILL_AT_OCCURRENCE: String(occurrence), PORT: String(port) };
  const program = ['test/helpers/process/doomed-server.js'];
  const server = overHttp(startProcess(process.execPath, program, { ...env, ...doom }), port);
  await untilAnswers(server);
  return server;
}

/**
 * The steps at which a server on this engine is killed. Every run meets each of them on one of the engines, alternating,
 * and the last, which is the commit, on both: what comes before it is undone by either. The full run meets all on both.
 */
export function stepsOn<Step>(engine: Engine, steps: readonly Step[]): Step[] {
  if (process.env.TEST_FULL === '1') return [...steps];
  const parity = engine === 'sqlite' ? 0 : 1;
  return steps.filter((_, index) => index % 2 === parity || index === steps.length - 1);
}
