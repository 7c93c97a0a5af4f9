import { OPERATOR } from './audit/actor.ts';
import type { Config } from './config/config.ts';
import type { PhotoRequest } from './photo-requests/schema.ts';
import type { Services } from './services.ts';
import { displayCode } from './shared/short-code.ts';
import type { Trial } from './trial-workspace/set-up-trial.ts';

/**
 * On an empty database: creates something to try, and prints it this once. In production it only says what to do. Tells
 * whether anything was printed.
 */
export async function greetFirstStart(
  { identity, setUpTrial }: Pick<Services, 'identity' | 'setUpTrial'>,
  config: Config,
  print: (text: string) => void,
): Promise<boolean> {
  if (config.isProduction) {
    const link = await identity.setUp.issueLink();
    if (link !== undefined) print(productionGreeting(link));
    return link !== undefined;
  }
  const trial = await setUpTrial(OPERATOR);
  if (trial !== undefined) print(await trialGreeting(trial, config));
  return trial !== undefined;
}

/** The link carries no one's secret: it creates the first owner, once, and expires when there is one. */
function productionGreeting(setUpLink: string): string {
  return [
    '',
    'This installation has no workspace yet.',
    '',
    'Open this link to create the owner account. It works once:',
    '',
    `  ${setUpLink}`,
    '',
    'Or create the first workspace and its key with these commands (in a clone, type "npm run -s shutterpost --" instead of "shutterpost"):',
    '',
    '  shutterpost workspace create --name NAME --email ADDRESS --password PASSWORD --plan enterprise',
    '  shutterpost key create --workspace ID --env live --name NAME',
    '',
    '',
  ].join('\n');
}

async function trialGreeting(
  { email, password, liveKey, testKey, sample }: Trial,
  config: Config,
): Promise<string> {
  return [
    '',
    'Shutterpost is running. Save this now, it won’t be shown again.',
    '',
    `  Web application   ${config.publicUrl}/app`,
    `  Sign in           ${email}`,
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
