import { OPERATOR } from './audit/actor.ts';
import type { Config } from './config/config.ts';
import { SAMPLE_REQUEST } from './photo-requests/sample-request.ts';
import type { PhotoRequest } from './photo-requests/schema.ts';
import { randomText } from './platform/random.ts';
import type { Platform, Services } from './services.ts';
import { displayCode } from './shared/short-code.ts';
import { planOf } from './workspaces/plans.ts';

const OWNER_EMAIL = 'owner@shutterpost.local';
const PASSWORD_ALPHABET = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789';
const PASSWORD_LENGTH = 20;

type FirstStartServices = Pick<Platform, 'database' | 'clock' | 'random'> &
  Pick<Services, 'identity' | 'workspaceRepository' | 'issueApiKey' | 'insertRequest'>;

/**
 * On an empty database: creates something to try, and prints it this once. In production it only says what to do. Tells
 * whether anything was printed.
 */
export async function greetFirstStart(
  services: FirstStartServices,
  config: Config,
  print: (text: string) => void,
): Promise<boolean> {
  if (await services.workspaceRepository.existsAny()) return false;
  if (config.isProduction) {
    print(productionGreeting(await services.identity.setUp.issueLink()));
    return true;
  }
  const trial = await createTrial(services);
  if (trial === undefined) return false;
  print(await trialGreeting(trial, config));
  return true;
}

interface Trial {
  password: string;
  liveKey: string;
  testKey: string;
  sample: PhotoRequest;
}

/** All in one transaction: a crash leaves the next start as empty a database as this one found. */
async function createTrial(services: FirstStartServices): Promise<Trial | undefined> {
  const password = randomText(services.random, PASSWORD_ALPHABET, PASSWORD_LENGTH);
  const owned = { name: 'My workspace', email: OWNER_EMAIL, password, plan: 'enterprise' } as const;
  const workspace = await services.identity.ownedWorkspaces.prepare(owned).catch(async (error) => {
    // Another node created it meanwhile, so that the address has an account.
    if (await services.workspaceRepository.existsAny()) return undefined;
    throw error;
  });
  if (workspace === undefined) return undefined;
  const { workspaceId } = workspace;
  return services.database.write(async (trx) => {
    // Several nodes may start at once; one of them makes it.
    if (!(await services.workspaceRepository.claimFirstStart(trx, services.clock()))) return undefined;
    const usage = await workspace.insert(trx, OPERATOR);
    const live = await services.issueApiKey(trx, OPERATOR, workspaceId, {
      environment: 'live',
      name: 'First live key',
    });
    const test = await services.issueApiKey(trx, OPERATOR, workspaceId, {
      environment: 'test',
      name: 'First test key',
    });
    const sample = await services.insertRequest(
      trx,
      { workspaceId, environment: 'live', plan: planOf(usage.plan), usage },
      SAMPLE_REQUEST,
    );
    return { password, liveKey: live.key, testKey: test.key, sample };
  });
}

/** The link carries no one's secret: it creates the first owner, once, and expires when there is one. */
function productionGreeting(setUpLink: string | undefined): string {
  return [
    '',
    'This installation has no workspace yet.',
    ...(setUpLink === undefined
      ? []
      : ['', 'Open this link to create the owner account. It works once:', '', `  ${setUpLink}`]),
    '',
    'Or create the first workspace and its key with these commands (in a clone, type "npm run -s shutterpost --" instead of "shutterpost"):',
    '',
    '  shutterpost workspace create --name NAME --email ADDRESS --password PASSWORD --plan enterprise',
    '  shutterpost key create --workspace ID --env live --name NAME',
    '',
    '',
  ].join('\n');
}

async function trialGreeting({ password, liveKey, testKey, sample }: Trial, config: Config): Promise<string> {
  return [
    '',
    'Shutterpost is running. Save this now, it won’t be shown again.',
    '',
    `  Web application   ${config.publicUrl}/app`,
    `  Sign in           ${OWNER_EMAIL}`,
    `  Password          ${password}`,
    '',
    `  Live API key      ${liveKey}`,
    `  Test API key      ${testKey}`,
    '',
    'Try the API:',
    '',
    `  curl ${config.https === true ? '-k ' : ''}-X POST ${config.publicUrl}/v1/photo-requests -H 'X-API-Key: ${testKey}' \\`,
    `    -H 'Content-Type: application/json' -d '{"instructions": "Please photograph the damage."}'`,
    '',
    ...(await sampleLines(sample, config)),
    '',
    `Documentation: ${config.publicUrl}/docs`,
    '',
    '',
  ].join('\n');
}

/** A phone can open neither "localhost" nor, without https, its camera; then a QR code would lead nowhere. */
async function sampleLines(
  { request_url, unique_code, code_entry_url }: PhotoRequest,
  config: Config,
): Promise<string[]> {
  const address = [`  ${request_url}`, `  or the code ${displayCode(unique_code)} at ${code_entry_url}`, ''];
  if (!config.publicUrl.startsWith('https://')) {
    const onComputer = 'A first photo request, to open on this computer:';
    return [onComputer, '', ...address, 'For a phone, run: npm start -- --https'];
  }
  const { renderUnicodeCompact } = await import('uqr');
  const onPhone = 'A first photo request, to open on a phone:';
  return [onPhone, '', ...address, renderUnicodeCompact(request_url, { border: 2 })];
}
