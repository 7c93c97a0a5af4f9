import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { OPERATOR } from '../src/audit/actor.ts';
import { launchChromium } from '../test/helpers/browser/chromium.ts';
import { type PictureOfPage, pagesOf } from './screenshot-app-pages.ts';
import { useCommonFonts } from './screenshot-fonts.ts';
import { takePhotos } from './screenshot-photos.ts';
import { savePicture } from './screenshot-picture.ts';
import { receive } from './screenshot-receiver.ts';
import { DEVICES, HOST, NOW, openSite, PASSWORD, SITE, type SignedIn, type Site } from './screenshot-site.ts';
import { DAY, monthOfRequests, type Stage, tell } from './screenshot-story.ts';
import { OWNER, teamMoments, type Workspace } from './screenshot-team.ts';

// Makes the pictures of the web application in docs/images/app: `node scripts/app-screenshots.ts [page…]`.
// `--whole FOLDER` puts whole pages there instead, with all their colors.

process.chdir(join(import.meta.dirname, '..'));
const { values: options, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: { whole: { type: 'string' } },
});
const FOLDER = options.whole ?? 'docs/images/app';
const MAX_BYTES = 80_000;
const SETTINGS: BrowserContextOptions = {
  reducedMotion: 'reduce',
  locale: 'en-GB',
  timezoneId: 'Europe/Berlin',
  ignoreHTTPSErrors: true,
};
const SIZES: Record<string, BrowserContextOptions> = {
  desktop: { viewport: { width: 1440, height: 900 }, userAgent: DEVICES.mac },
  phone: {
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 1.5,
    isMobile: true,
    hasTouch: true,
    userAgent: DEVICES.phone,
  },
};

mkdirSync(FOLDER, { recursive: true });
useCommonFonts();
const site = await openSite(receive);
const browser = await launchChromium([`--host-resolver-rules=MAP ${HOST} 127.0.0.1:${site.port}`]);
try {
  const { pages, owner } = await furnish(site);
  const variants = await openVariants(browser, owner);
  for (const picture of pages.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
    for (const variant of variants) {
      await photograph(picture, variant);
      await picture.undo?.(owner);
    }
  }
} finally {
  await browser.close();
  await site.close();
}

/** A workspace as it looks after a month of work. */
async function furnish(on: Site): Promise<{ pages: PictureOfPage[]; owner: SignedIn }> {
  on.clock.set(NOW - 35 * DAY);
  const { workspaceId: id } = await on.api.services.identity.ownedWorkspaces.create(OPERATOR, {
    name: 'Nordlicht',
    email: OWNER.email,
    password: PASSWORD,
    plan: 'professional',
  });
  const workspace: Workspace = { id, key: '', endpoint: '', link: '', template: '', invitation: '' };
  const stage: Stage = {
    site: on,
    photos: await takePhotos(),
    key: () => workspace.key,
    found: { submitted: '', waiting: '', reviewed: '' },
  };
  await tell(on, [...teamMoments(stage, workspace), ...monthOfRequests(stage)]);
  const owner = await on.signIn(OWNER.email);
  return { pages: pagesOf(stage, workspace, await repeatedDelivery(owner, workspace)), owner };
}

/** One that arrived at the third attempt or later. */
async function repeatedDelivery(owner: SignedIn, { id, endpoint }: Workspace): Promise<string> {
  const found = await owner.call<{ id: string; attempt_count: number }[]>(
    'GET',
    `/workspaces/${id}/webhooks/deliveries?endpoint_id=${endpoint}&status=delivered&limit=100`,
  );
  return found.find(({ attempt_count }) => attempt_count > 2)?.id ?? '';
}

interface Variant {
  suffix: string;
  visitor: BrowserContext;
  member: BrowserContext;
}

/** Phone and desktop, by day and by night; each with a browser where no one is signed in. */
async function openVariants(on: Browser, { cookie }: SignedIn): Promise<Variant[]> {
  const variants: Variant[] = [];
  for (const [size, device] of Object.entries(SIZES)) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const settings = { ...SETTINGS, ...device, colorScheme };
      const [visitor, member] = [await on.newContext(settings), await on.newContext(settings)];
      await member.addCookies([{ ...cookie, url: SITE, secure: true, httpOnly: true }]);
      variants.push({ suffix: `${size}-${colorScheme}`, visitor, member });
    }
  }
  return variants;
}

async function photograph(picture: PictureOfPage, { suffix, visitor, member }: Variant): Promise<void> {
  const page = await (picture.isPublic === true ? visitor : member).newPage();
  await page.clock.setFixedTime(NOW);
  await picture.prepare?.(page);
  await page.goto(picture.address);
  await ready(page);
  await picture.act?.(page);
  await save(page, `${picture.name}-${suffix}`);
  await page.close();
}

/** Skeletons stand for what is still on its way. */
async function ready(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await page.getByTestId('skeleton').first().waitFor({ state: 'hidden' });
}

async function save(page: Page, name: string): Promise<void> {
  const file = join(FOLDER, `${name}.png`);
  if (options.whole !== undefined) await page.screenshot({ path: file, fullPage: true });
  else await savePicture(page, file, MAX_BYTES);
}
