import { type Config, ConfigError, readConfig } from '../config/config.ts';
import { archiveChecks } from './archive-checks.ts';
import { contentChecks } from './content-checks.ts';
import { openDoctorContext } from './context.ts';
import { databaseChecks } from './database-checks.ts';
import { type Check, examine, failure, type NamedFinding, ok, skipped } from './finding.ts';
import { dataFolderCheck, diskSpaceCheck, nodeCheck, webBuildCheck } from './machine-checks.ts';
import { largestPhotoCheck, mailCheck, publicUrlCheck, redisCheck, storageCheck } from './network-checks.ts';
import { phoneCheck } from './phone-check.ts';
import { sealChecks } from './seal-checks.ts';
import { secretsRemover } from './without-secrets.ts';

/** Looks at everything the service needs. Each check by itself: what is down must not hide the rest. */
export async function diagnose(env: NodeJS.ProcessEnv) {
  const { config, finding } = readConfiguration(env);
  const withoutSecrets = secretsRemover(config, env);
  const run = (checks: Check[]) => Promise.all(checks.map((check) => examine(check, withoutSecrets)));
  const bare = await run([nodeCheck(), webBuildCheck()]);
  const rest = config === undefined ? [notLookedAt()] : await examineAll(config, run);
  const checks = [...bare, { name: 'configuration', ...finding }, ...rest];
  return { healthy: checks.every(({ status }) => status !== 'failure'), checks };
}

async function examineAll(config: Config, run: (checks: Check[]) => Promise<NamedFinding[]>) {
  const context = openDoctorContext(config);
  try {
    return await run([
      dataFolderCheck(config),
      diskSpaceCheck(config),
      ...databaseChecks(context),
      storageCheck(context),
      redisCheck(context),
      mailCheck(context),
      phoneCheck(context),
      publicUrlCheck(context),
      largestPhotoCheck(context),
      ...sealChecks(context),
      ...contentChecks(context),
      ...archiveChecks(context),
    ]);
  } finally {
    await context.close();
  }
}

function readConfiguration(env: NodeJS.ProcessEnv) {
  try {
    return { config: readConfig(env), finding: ok('is valid') };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { config: undefined, finding: failure(error.message, 'Correct these settings.') };
  }
}

function notLookedAt(): NamedFinding {
  return { name: 'everything else', ...skipped('Not checked: the configuration is not valid.') };
}
