import { expect } from 'vitest';
import type { IssuedApiKey } from '../../../src/api-keys/api-key.ts';
import type { NewApiKey } from '../../../src/api-keys/issue-key.ts';
import { OPERATOR } from '../../../src/audit/actor.ts';
import { runCommand } from '../../../src/cli/run-command.ts';
import type { Database } from '../../../src/platform/db/database.ts';
import { migrate } from '../../../src/platform/db/migrate.ts';
import { createServices } from '../../../src/services.ts';
import type { PlanId } from '../../../src/workspaces/plans.ts';
import { openTestPlatform } from '../app/test-platform.ts';
import type { TestDatabase } from '../database/test-database.ts';
import { useForAll } from '../hooks.ts';
import { type Finished, runCli } from './child-process.ts';

export type JsonObject = Record<string, unknown>;

/** Someone at the terminal of the machine the server runs on. */
export interface Operator {
  run(...args: string[]): Promise<Finished>;
  /** Runs a command with --json that must succeed, print one JSON object and nothing else. */
  json<T = JsonObject>(...args: string[]): Promise<T>;
  /** Runs a command with --json that must fail, and say so as one JSON object. */
  failure(...args: string[]): Promise<{ exit: number | null; code: string; details: JsonObject }>;
}

/** Runs commands in this process; starting one for each costs more than half a second. */
export function operatorOf(env: Record<string, string>): Operator {
  return operatorWith((args) => runHere(args, env));
}

/** Runs each command in a process of its own, for what only a process shows. */
export function operatorWithProcesses(env: Record<string, string>): Operator {
  return operatorWith((args) => runCli(args, env));
}

async function runHere(args: string[], env: Record<string, string>): Promise<Finished> {
  const written = { stdout: '', stderr: '' };
  const write = (to: keyof typeof written) => ({
    write(text: string) {
      written[to] += text;
    },
  });
  const code = await runCommand(args, { env, stdout: write('stdout'), stderr: write('stderr') });
  return { code, signal: null, ...written };
}

function operatorWith(runCommandLine: (args: string[]) => Promise<Finished>): Operator {
  const run = (...args: string[]) => runCommandLine(args);
  const json = async <T = JsonObject>(...args: string[]) => {
    const { code, stdout, stderr } = await run(...args, '--json');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return onlyObject(stdout) as T;
  };
  return {
    run,
    json,
    async failure(...args) {
      const { code, stdout } = await run(...args, '--json');
      const { error } = onlyObject(stdout) as { error: { code: string; details: JsonObject } };
      return { exit: code, code: error.code, details: error.details };
    },
  };
}

/** What a test needs before its command, made without one: starting a process costs more than half a second. */
export interface Premises {
  createWorkspace(plan?: PlanId): Promise<string>;
  createKey(workspaceId: string, key?: Partial<NewApiKey>): Promise<IssuedApiKey>;
  /** Lifts the rate limits out of a test's way. */
  liftLimits(workspaceId: string): Promise<void>;
  database: Database;
  close(): Promise<void>;
}

export async function openPremises(testDatabase: Pick<TestDatabase, 'open'>): Promise<Premises> {
  const database = await testDatabase.open();
  await migrate(database);
  const { platform, close } = await openTestPlatform({ database, publicUrl: 'http://localhost:3000' });
  const services = createServices(platform);
  let owners = 0;
  return {
    async createWorkspace(plan = 'enterprise') {
      owners += 1;
      const owner = { email: `owner-${owners}@example.com`, password: 'three loud geese' };
      const created = await services.identity.ownedWorkspaces.create(OPERATOR, {
        name: `Workspace ${owners}`,
        ...owner,
        plan,
      });
      return created.workspaceId;
    },
    createKey: (workspaceId, key = {}) =>
      services.apiKeys.create(OPERATOR, workspaceId, { environment: 'live', name: 'A key', ...key }),
    async liftLimits(workspaceId) {
      await services.workspaces.setLimits(OPERATOR, workspaceId, {
        perMinute: 1_000_000,
        perHour: 1_000_000,
      });
    },
    database,
    async close() {
      await close();
      await database.close();
    },
  };
}

/** `openPremises` for the tests of a group; closed after them. */
export function usePremises(testDatabase: TestDatabase): Premises {
  return useForAll(() => openPremises(testDatabase), 'close');
}

/** The key of a new workspace, without the rate limits that would be in a test's way. */
export async function createUnlimitedKey(testDatabase: Pick<TestDatabase, 'open'>): Promise<string> {
  const premises = await openPremises(testDatabase);
  const workspaceId = await premises.createWorkspace();
  await premises.liftLimits(workspaceId);
  const { key } = await premises.createKey(workspaceId);
  await premises.close();
  return key;
}

function onlyObject(stdout: string): unknown {
  expect(stdout).toMatch(/^\{.*\}\n$/);
  return JSON.parse(stdout);
}
