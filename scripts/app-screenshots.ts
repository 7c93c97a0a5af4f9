import { mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';
import { openDevice, required, sendShot, submitFrom, takeShot } from '../test/helpers/capture-client.ts';
import { launchChromium } from '../test/helpers/chromium.ts';
import { savePicture } from './screenshot-picture.ts';
import { drawScenes } from './screenshot-scene.ts';
import { OWNER, type ScreenshotServer, startScreenshotServer } from './screenshot-server.ts';

// Makes the pictures of the web application in docs/images/app: `node scripts/app-screenshots.ts [page…]`.

process.chdir(join(import.meta.dirname, '..'));
const FOLDER = 'docs/images/app';
const SIZES: Record<string, BrowserContextOptions> = {
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
  desktop: { viewport: { width: 1440, height: 900 } },
};
const REQUESTS = [
  { instructions: 'Please show us your car and the damage.', external_id: 'claim-4711', photos: 3 },
  { instructions: 'Photos of the delivered parcel, please.', external_id: 'parcel-2093', photos: 2 },
  { instructions: 'The meter reading of your flat.', external_id: 'flat-17', photos: 1 },
  { instructions: 'Please photograph the returned drill.', external_id: 'return-581', photos: 0 },
  { instructions: 'The water damage in the kitchen.', external_id: 'claim-4712', photos: 0 },
];

mkdirSync(FOLDER, { recursive: true });
const receiver = createServer((request, response) => {
  response.writeHead(request.url === '/down' ? 503 : 200).end();
});
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
const server = await startScreenshotServer();
const browser = await launchChromium();
try {
  const pages = await furnish(server);
  const wanted = process.argv.slice(2);
  for (const [size, options] of Object.entries(SIZES)) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await photographAll(browser, pages, { ...options, colorScheme }, `${size}-${colorScheme}`, wanted);
    }
  }
} finally {
  await browser.close();
  await server.close();
  receiver.close();
}

/** Something to look at, made as its users make it. The address of each page by its name. */
async function furnish({ url, workspace, key, command }: ScreenshotServer): Promise<Record<string, string>> {
  const { port } = receiver.address() as { port: number };
  const endpoint = (path: string, name: string) =>
    command(
      ...['webhook', 'create', '--workspace', workspace, '--env', 'live', '--name', name],
      ...[
        '--url',
        `http://127.0.0.1:${port}${path}`,
        '--events',
        'photo_request.submitted,photo_request.created',
      ],
    );
  const { id: webhook } = endpoint('/webhooks', 'Claims backend');
  endpoint('/down', 'Data warehouse');
  command('key', 'create', '--workspace', workspace, '--env', 'live', '--name', 'Warehouse, read only');

  const post = async (path: string, body: object) => {
    const answer = await fetch(`${url}/v1${path}`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return ((await answer.json()) as { data: { id: string; request_url: string } }).data;
  };
  const scenes = await drawScenes();
  let submitted = '';
  let open = '';
  for (const { photos, ...wish } of REQUESTS) {
    const { id, request_url } = await post('/photo-requests', wish);
    if (photos === 0) open = id;
    else submitted ||= id;
    if (photos === 0) continue;
    const device = await openDevice(url, { kind: 'request', key: request_url.split('/').at(-1) ?? '' });
    const shots = scenes.slice(0, photos).map((scene, slot) => takeShot(device, slot, scene));
    for (const shot of shots) required(await sendShot(url, shot));
    required(
      await submitFrom(
        url,
        device,
        shots.map(({ clientId }) => clientId),
      ),
    );
  }
  const link = await post('/permanent-links', {
    name: 'Goods in',
    instructions: 'Please photograph every pallet with its label.',
  });

  const inWorkspace = (page: string) => `${url}/app/${workspace}/live/${page}`;
  return {
    'sign-in': `${url}/app/sign-in`,
    overview: inWorkspace(''),
    requests: inWorkspace('photo-requests'),
    'new-request': inWorkspace('photo-requests/new'),
    request: inWorkspace(`photo-requests/${submitted}`),
    share: inWorkspace(`photo-requests/${open}`),
    links: inWorkspace('permanent-links'),
    link: inWorkspace(`permanent-links/${link.id}`),
    'edit-link': inWorkspace(`permanent-links/${link.id}/edit`),
    keys: inWorkspace('api-keys'),
    webhooks: inWorkspace('webhooks'),
    webhook: inWorkspace(`webhooks/${webhook}`),
    plan: inWorkspace('plan'),
    settings: inWorkspace('settings'),
    members: inWorkspace('members'),
    'audit-log': inWorkspace('audit-log'),
    account: `${url}/app/account`,
  };
}

async function photographAll(
  on: Browser,
  pages: Record<string, string>,
  options: BrowserContextOptions,
  suffix: string,
  wanted: string[],
): Promise<void> {
  const context = await on.newContext({ reducedMotion: 'reduce', locale: 'en-GB', ...options });
  let isSignedIn = false;
  for (const [name, address] of Object.entries(pages)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    if (name !== 'sign-in' && !isSignedIn) {
      await signIn(context, address);
      isSignedIn = true;
    }
    const page = await context.newPage();
    await page.goto(address);
    await page.locator('h1').first().waitFor();
    // Skeletons stand for what is still on its way.
    await page.waitForFunction(`document.querySelector('[data-testid="skeleton"]') === null`);
    await savePicture(page, join(FOLDER, `${name}-${suffix}.png`));
    await page.close();
  }
  await context.close();
}

async function signIn(context: BrowserContext, address: string): Promise<void> {
  const { origin } = new URL(address);
  const answer = await context.request.post(`${origin}/app/api/sign-in`, {
    headers: { 'x-shutterpost': '1', origin },
    data: OWNER,
  });
  if (!answer.ok()) throw new Error(await answer.text());
}
