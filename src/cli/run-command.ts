import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig, secretKeyOf, webhookRulesOf } from '../config/config.ts';
import { sealSettingsOf } from '../config/seal-settings.ts';
import { continueIds } from '../photo-requests/continued-ids.ts';
import { systemClock } from '../platform/clock.ts';
import { migrate } from '../platform/db/migrate.ts';
import { openDatabase } from '../platform/db/open-database.ts';
import { ServiceError } from '../platform/errors.ts';
import { pooledRandom } from '../platform/random.ts';
import { openStorage } from '../platform/storage/open-storage.ts';
import { VERSION } from '../platform/version.ts';
import { createServices } from '../services.ts';
import { isSetupFault } from '../setup-faults.ts';
import { createGuardedClient } from '../webhooks/client/guarded-client.ts';
import { backupCommands } from './backup-commands.ts';
import {
  type Command,
  type Given,
  type Progress,
  type Result,
  type ServiceCommand,
  UsageError,
} from './command.ts';
import { countCommands } from './count-commands.ts';
import { credentialCommands } from './credential-commands.ts';
import { doctorCommands } from './doctor-commands.ts';
import { keyCommands } from './key-commands.ts';
import { listenCommands } from './listen-commands.ts';
import { ListenError } from './listener.ts';
import { photoCommands } from './photo-commands.ts';
import { printResult } from './print.ts';
import { openProgress, type ProgressOutput } from './progress.ts';
import { requestCommands } from './request-commands.ts';
import { userCommands } from './user-commands.ts';
import { verifyCommands } from './verify-commands.ts';
import { webhookCommands } from './webhook-commands.ts';
import { workspaceCommands } from './workspace-commands.ts';

const COMMANDS: Command[] = [
  ...workspaceCommands,
  ...keyCommands,
  ...webhookCommands,
  ...listenCommands,
  ...userCommands,
  ...requestCommands,
  ...photoCommands,
  ...credentialCommands,
  ...verifyCommands,
  ...countCommands,
  ...backupCommands,
  ...doctorCommands,
];

/** What a command reads and writes: a process, or what stands for one. */
export interface Terminal {
  env: NodeJS.ProcessEnv;
  stdout: { write(text: string): unknown };
  stderr: ProgressOutput;
}

/** Resolves to the exit code. */
export async function runCommand(args: string[], terminal: Terminal = process): Promise<number> {
  const { stdout } = terminal;
  const asJson = args.includes('--json');
  try {
    const command = COMMANDS.find(({ name }) => name.split(' ').every((word, at) => args[at] === word));
    if (command === undefined) {
      const askedForHelp = args.length === 0 || args.includes('--help');
      if (!askedForHelp) throw new UsageError(`Unknown command "${args.slice(0, 2).join(' ')}"\n\n${help()}`);
      stdout.write(help());
      return 0;
    }
    if (args.includes('--help')) {
      stdout.write(`${usageOf(command)}\n`);
      return 0;
    }
    const given = readOptions(command, args.slice(command.name.split(' ').length));
    const result = await runWithProgress(command, given, { asJson, terminal });
    const asText = command.show ?? ((shown) => printResult(shown, false));
    stdout.write(asJson ? printResult(result, true) : asText(result));
    return command.foundFaults?.(result) ? 1 : 0;
  } catch (error) {
    return reportFailure(error, { asJson, terminal });
  }
}

interface Output {
  asJson: boolean;
  terminal: Terminal;
}

async function runWithProgress(
  command: Command,
  given: Given,
  { asJson, terminal: { env, stderr } }: Output,
): Promise<Result> {
  const progress = openProgress(stderr, asJson);
  try {
    return await ('runBare' in command
      ? command.runBare(env, given, progress.show)
      : run(command, { env, given, progress: progress.show }));
  } finally {
    progress.end();
  }
}

/** Works on the server's own configuration and database, whether the server runs or not. */
async function run(
  command: ServiceCommand,
  { env, given, progress }: { env: NodeJS.ProcessEnv; given: Given; progress: Progress },
): Promise<Result> {
  const config = readConfig(env);
  const database = await openDatabase(config);
  const webhookClient = createGuardedClient({ rules: webhookRulesOf(config) });
  try {
    await migrate(database);
    const ground = { database, clock: systemClock, random: pooledRandom() };
    const services = createServices({
      ...ground,
      ids: await continueIds(ground),
      storage: await openStorage(config),
      publicUrl: config.publicUrl,
      secretKey: secretKeyOf(config),
      photoLinkHours: config.photoLinkHours,
      unsentPhotoDays: config.unsentPhotoDays,
      seal: sealSettingsOf(config),
      version: VERSION,
      webhookClient,
      mailFolder: join(config.dataDir, 'mail'),
      phoneFolder: join(config.dataDir, 'phone'),
    });
    return await command.run(services, given, progress);
  } finally {
    await webhookClient.close();
    await database.close();
  }
}

function readOptions(command: Command, args: string[]): Given {
  const named = Object.entries(command.options).filter(([, { kind }]) => kind !== 'argument');
  const [argument] = Object.entries(command.options).find(([, { kind }]) => kind === 'argument') ?? [];
  const options = Object.fromEntries(
    named.map(([name, { kind }]) => [
      name,
      { type: kind === 'flag' ? ('boolean' as const) : ('string' as const) },
    ]),
  );
  let values: Record<string, string | boolean | undefined>;
  try {
    const allowPositionals = argument !== undefined;
    const parsed = parseArgs({
      args,
      options: { ...options, json: { type: 'boolean' } },
      strict: true,
      allowPositionals,
    });
    const [first, ...others] = parsed.positionals;
    if (others.length > 0) throw new Error(`Unexpected argument '${others[0]}'`);
    values = { ...parsed.values, ...(argument === undefined ? {} : { [argument]: first }) };
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n\n${usageOf(command)}`);
  }
  const missing = Object.entries(command.options)
    .filter(([name, { kind }]) => (kind === 'required' || kind === 'argument') && values[name] === undefined)
    .map(([name, { kind, value }]) => (kind === 'argument' ? value : `--${name}`));
  if (missing.length > 0) throw new UsageError(`Missing ${missing.join(', ')}\n\n${usageOf(command)}`);
  return {
    text: (name) => values[name] as string,
    optional: (name) => values[name] as string | undefined,
    flag: (name) => values[name] === true,
  };
}

/** With --json the failure is one JSON object on standard output too; a person reads standard error. */
function reportFailure(error: unknown, { asJson, terminal: { stdout, stderr } }: Output): number {
  const message = messageOf(error);
  const details = error instanceof ServiceError ? error.details : {};
  if (asJson) {
    stdout.write(`${JSON.stringify({ error: { code: codeOf(error), message, details } })}\n`);
  }
  stderr.write(`${message}\n`);
  for (const [field, messages] of Object.entries(details)) {
    stderr.write(`  ${field}: ${messages.join(' ')}\n`);
  }
  if (codeOf(error) === 'internal_error' && error instanceof Error) stderr.write(`${error.stack}\n`);
  return error instanceof UsageError ? 2 : 1;
}

function messageOf(error: unknown): string {
  if (error instanceof ServiceError && error.code === 'validation_error') return 'An option is not valid.';
  return error instanceof Error ? error.message : String(error);
}

function codeOf(error: unknown): string {
  if (error instanceof ServiceError) return error.code;
  if (error instanceof UsageError) return 'usage';
  if (error instanceof ListenError) return 'refused';
  return isSetupFault(error) ? 'not_operational' : 'internal_error';
}

function usageOf(command: Command): string {
  const options = Object.entries(command.options).map(([name, option]) => {
    if (option.kind === 'argument') return option.value;
    const shown = option.kind === 'flag' ? `--${name}` : `--${name} ${option.value}`;
    return option.kind === 'required' ? shown : `[${shown}]`;
  });
  return ['Usage: shutterpost', command.name, ...options, '[--json]'].join(' ');
}

function help(): string {
  const width = Math.max(...COMMANDS.map((command) => command.name.length));
  const lines = COMMANDS.map((command) => `  ${command.name.padEnd(width)}  ${command.summary}`);
  return `Commands (each with --help and --json):\n\n${lines.join('\n')}\n`;
}
