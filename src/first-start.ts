import { displayCode } from './capture/addresses.ts';
import type { Config } from './config.ts';
import { randomText } from './platform/random.ts';
import type { Services } from './services.ts';
import { planOf } from './workspaces/plans.ts';

const OWNER_EMAIL = 'owner@shutterpost.local';
const PASSWORD_ALPHABET = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789';
const PASSWORD_LENGTH = 20;

/** On an empty database: makes something to try, and prints it this once. In production it only says what to do. */
export async function greetFirstStart(
  services: Services,
  config: Config,
  print: (text: string) => void,
): Promise<void> {
  const isFirst = await services.database.write((trx) =>
    services.workspaceRepository.claimFirstStart(trx, services.clock()),
  );
  if (!isFirst) return;
  print(config.isProduction ? productionGreeting() : await trialGreeting(services, config));
}

function productionGreeting(): string {
  return [
    '',
    'This installation has no workspace yet. Make the first one and its key:',
    '',
    '  npm run -s shutterpost -- workspace create --name NAME --email ADDRESS --password PASSWORD --plan enterprise',
    '  npm run -s shutterpost -- key create --workspace ID --env live --name NAME',
    '',
    '',
  ].join('\n');
}

async function trialGreeting(services: Services, config: Config): Promise<string> {
  const { renderUnicodeCompact } = await import('uqr');
  const password = randomText(services.random, PASSWORD_ALPHABET, PASSWORD_LENGTH);
  const { workspaceId } = await services.workspaces.create({
    name: 'My workspace',
    email: OWNER_EMAIL,
    password,
    plan: 'enterprise',
  });
  const live = await services.apiKeys.create(workspaceId, { environment: 'live', name: 'First live key' });
  const test = await services.apiKeys.create(workspaceId, { environment: 'test', name: 'First test key' });
  const { usage, plan } = await trialCreator(services, workspaceId);
  const sample = await services.database.write((trx) =>
    services.photoRequests.create(
      trx,
      { workspaceId, environment: 'live', plan, usage },
      {
        instructions:
          'This is your first photo request. Please take two photos of whatever is in front of you.',
        photo_slots: [
          { instructions: 'Something near you', is_required: true },
          { instructions: 'The same thing from close by', is_required: true },
        ],
      },
    ),
  );

  return [
    '',
    'Shutterpost is running. This is shown once; keep it.',
    '',
    `  Web application   ${config.publicUrl}/app`,
    `  Sign in           ${OWNER_EMAIL}`,
    `  Password          ${password}`,
    '',
    `  Live API key      ${live.key}`,
    `  Test API key      ${test.key}`,
    '',
    'Try the API:',
    '',
    `  curl -X POST ${config.publicUrl}/v1/photo-requests -H 'X-API-Key: ${test.key}' \\`,
    `    -H 'Content-Type: application/json' -d '{"instructions": "Please photograph the damage."}'`,
    '',
    'A first photo request, to open on a phone:',
    '',
    `  ${sample.request_url}`,
    `  or the code ${displayCode(sample.unique_code)} at ${sample.code_entry_url}`,
    '',
    renderUnicodeCompact(sample.request_url, { border: 2 }),
    '',
    `API reference: ${config.publicUrl}/docs`,
    '',
    '',
  ].join('\n');
}

async function trialCreator(services: Services, workspaceId: string) {
  const usage = await services.workspaces.find(workspaceId);
  return { usage, plan: planOf(usage.plan) };
}
