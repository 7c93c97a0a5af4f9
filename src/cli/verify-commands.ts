import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { readConfig } from '../config/config.ts';
import { sealSettingsOf } from '../config/seal-settings.ts';
import { type InstallationTrust, readInstallationTrust } from '../content-credentials/installation-trust.ts';
import { loadOfficialReader } from '../content-credentials/official-reader.ts';
import { openDatabase } from '../platform/db/open-database.ts';
import {
  certificatesIn,
  MAX_CHECKED_BYTES,
  MAX_LIST_LENGTH,
  type Verdict,
  verifySeal,
} from '../shared/seal-verdict.ts';
import { argument, type BareCommand, optional, UsageError } from './command.ts';
import { printVerdict, verdictResult } from './print-verdict.ts';

export const verifyCommands: BareCommand[] = [
  {
    name: 'verify',
    summary:
      'Check who sealed a photo, when, and that no byte was changed; exits with 1 if it isn’t valid and trusted',
    options: { file: argument('FILE'), trust: optional('PEM_FILE') },
    async runBare(env, given) {
      const file = given.text('file');
      const trusted = given.optional('trust');
      const bytes = await readBounded(file, MAX_CHECKED_BYTES + 1);
      const list = trusted === undefined ? undefined : await readList(trusted);
      const installation = await trustOf(env);
      const verdict = await verifySeal(
        bytes,
        {
          installation: installation?.anchors.join(''),
          organizations: installation?.organizations,
          list,
        },
        await loadOfficialReader(),
      );
      return { file, ...verdictResult(verdict) };
    },
    foundFaults: ({ outcome }) => outcome !== ('trusted' satisfies Verdict['outcome']),
    show: printVerdict,
  },
];

/** Undefined where no installation is set up: photos of strangers can be checked anywhere. */
async function trustOf(env: NodeJS.ProcessEnv): Promise<InstallationTrust | undefined> {
  try {
    const config = readConfig(env);
    if (config.databaseUrl === undefined && !existsSync(config.sqliteFile)) return undefined;
    const database = await openDatabase(config);
    try {
      const trust = await readInstallationTrust(database, sealSettingsOf(config).bought);
      return trust.anchors.length === 0 ? undefined : trust;
    } finally {
      await database.close();
    }
  } catch {
    // The verdict says that it was not known.
    return undefined;
  }
}

async function readList(file: string): Promise<string> {
  const certificates = certificatesIn((await readBounded(file, MAX_LIST_LENGTH)).toString('utf8'));
  if (certificates === undefined) throw new UsageError(`${file} has no certificate in PEM in it`);
  return certificates;
}

/** No more than that is read of it. */
async function readBounded(file: string, most: number): Promise<Buffer> {
  try {
    const { size } = await stat(file);
    return size > most ? Buffer.alloc(most) : await readFile(file);
  } catch (error) {
    throw new UsageError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}
