import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { backUp } from '../backup/backup.ts';
import { BackupError } from '../backup/backup-error.ts';
import { restore } from '../backup/restore.ts';
import { type Config, readConfig } from '../config/config.ts';
import { VERSION } from '../platform/version.ts';
import { type BareCommand, flag, required } from './command.ts';
import { printResult } from './print.ts';
import { formatBytes } from './progress.ts';

export const backupCommands: BareCommand[] = [
  {
    name: 'backup',
    summary: 'Back up the database, photos and secret key to one file, even while the server runs',
    options: { to: required('FILE'), force: flag },
    async runBare(env, given, progress) {
      const config = embeddedConfig(env);
      const keptKey = join(config.dataDir, 'secret-key');
      const secretKeyFile = config.secretKey === undefined && existsSync(keptKey) ? keptKey : undefined;
      const report = await backUp({
        dataDir: config.dataDir,
        sqliteFile: config.sqliteFile,
        secretKeyFile,
        to: given.text('to'),
        force: given.flag('force'),
        version: VERSION,
        now: Date.now(),
        onProgress: ({ files, expectedFiles, bytes }) =>
          progress(
            `${files} files, ${formatBytes(bytes)}, about ${percent(files, Math.max(files, expectedFiles))}`,
          ),
      });
      return { ...report };
    },
    show: (report) =>
      printResult(report, false) +
      notes([
        report.has_secret_key
          ? 'The file contains personal data and the secret key. Keep it as safe as the server.'
          : 'The file contains personal data, but not SECRET_KEY. Keep the key separately: a restored server needs it.',
        Number(report.photos_missing) + Number(report.photos_damaged) > 0 &&
          'Some photos are already missing or damaged. List them with "shutterpost photos verify".',
      ]),
  },
  {
    name: 'restore',
    summary: 'Restore a backup into an empty DATA_DIR after checking every file in it',
    options: { from: required('FILE') },
    async runBare(env, given, progress) {
      const config = embeddedConfig(env);
      const report = await restore({
        dataDir: config.dataDir,
        from: given.text('from'),
        onProgress: ({ bytes, totalBytes }) =>
          progress(`${formatBytes(bytes)} of ${formatBytes(totalBytes)}, ${percent(bytes, totalBytes)}`),
      });
      return { ...report };
    },
    show: (report) =>
      printResult(report, false) +
      notes([
        !report.has_secret_key &&
          'The backup has no secret key. Set SECRET_KEY to the key of the server it was taken on.',
        'Next: check it with "shutterpost doctor", then start the server.',
      ]),
  },
];

/** PostgreSQL and S3 have tools of their own, which do this better. */
function embeddedConfig(env: NodeJS.ProcessEnv): Config {
  const config = readConfig(env);
  const elsewhere = [
    config.databaseUrl === undefined
      ? []
      : ['DATABASE_URL is set: back up PostgreSQL with pg_dump or your provider’s snapshots.'],
    config.storageUrl === undefined
      ? []
      : ['STORAGE_URL is set: back up its files with your storage’s versioning or replication, or rclone.'],
  ].flat();
  if (elsewhere.length === 0) return config;
  throw new BackupError(
    `This command is for the embedded database with photos in DATA_DIR.\n${elsewhere.join('\n')}\nSee docs/guides/backup.md.`,
  );
}

function percent(part: number, whole: number): string {
  return `${Math.floor((100 * part) / Math.max(1, whole))}%`;
}

function notes(lines: (string | false)[]): string {
  return `\n${lines
    .filter((line) => line !== false)
    .map((line) => `${line}\n`)
    .join('')}`;
}
