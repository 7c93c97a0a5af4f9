import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import sharp from 'sharp';
import type { MailParts } from '../src/email/rendered-mail.ts';
import { wordingFor } from '../src/email/wording.ts';
import { customerMail } from '../src/photo-requests/request-mail.ts';
import { createCustomerUrls } from '../src/shared/customer-urls.ts';
import { SAMPLE_CODE } from '../src/shared/short-code.ts';
import { webhookDisabledMail } from '../src/webhooks/endpoints/endpoint-disabled-mail.ts';
import { launchChromium } from '../test/helpers/browser/chromium.ts';

// Shows the emails as a mail client would: `node scripts/mail-previews.ts` makes the pictures in docs/images,
// `--all FOLDER` every language, width and color scheme.

const PUBLIC_URL = 'https://photos.example.com';
const WIDTHS = [320, 375, 600];
const LANGUAGES = ['en', 'de', 'ar', 'hi', 'pl'];

/** What a business would write to its customers. */
const REQUESTS: Record<string, { workspace: string; instructions: string; slots: string[] }> = {
  en: {
    workspace: 'Northwind Insurance',
    instructions:
      'Hello Ms Berg,\nplease send us photos of the damage to your car, claim 4711. Daylight works best.',
    slots: ['The whole car from the front', 'The damage up close', 'The license plate'],
  },
  de: {
    workspace: 'Nordwind Versicherung',
    instructions: 'Guten Tag Frau Berg,\nbitte senden Sie uns Fotos vom Schaden an Ihrem Auto, Schaden 4711.',
    slots: ['Das ganze Auto von vorn', 'Der Schaden aus der Nähe', 'Das Kennzeichen'],
  },
  ar: {
    workspace: 'تأمين الشمال',
    instructions: 'مرحبًا،\nيُرجى إرسال صور للضرر الذي لحق بسيارتك، المطالبة رقم 4711.',
    slots: ['السيارة كاملة من الأمام', 'الضرر عن قرب', 'لوحة الأرقام'],
  },
  hi: {
    workspace: 'उत्तर बीमा',
    instructions: 'नमस्ते,\nकृपया अपनी कार के नुकसान की फ़ोटो भेजें, दावा 4711।',
    slots: ['सामने से पूरी कार', 'नुकसान पास से', 'नंबर प्लेट'],
  },
};

interface Picture {
  name: string;
  html: string;
  width: number;
  dark?: boolean;
}

function request(lang: string, color: string | null = null, withSlots = true): MailParts {
  const { workspace, instructions, slots } = REQUESTS[lang] ?? (REQUESTS.en as (typeof REQUESTS)[string]);
  const wanted = slots.map((text, index) => ({ instructions: text, is_required: index < 2 }));
  return customerMail(
    'photo_request',
    {
      status: 'pending',
      submitted_at: null,
      reviews: null,
      translations: null,
      instructions,
      photo_slots: JSON.stringify(withSlots ? wanted : []),
      token: '5t9x2m8c4v7b1n6q3w0e8r5y2k',
      unique_code: SAMPLE_CODE,
      expires_at: Date.UTC(2026, 1, 2, 15, 30),
      workspace_name: workspace,
      workspace_plan: 'professional',
      brand_color: color,
      suspended_at: null,
      external_id: null,
      metadata: '{}',
      held_at: null,
    },
    {
      wording: wordingFor(lang),
      urls: createCustomerUrls(PUBLIC_URL),
      serviceName: 'Shutterpost',
      unsubscribeUrl: `${PUBLIC_URL}/unsubscribe/token`,
    },
  );
}

function webhook(lang: string): MailParts {
  return webhookDisabledMail(
    {
      endpoint_id: 'we_01kw3hd5bm00vq8n9m2c5t7x4r6z',
      endpoint_name: 'Claims system',
      url: 'https://claims.northwind.example.com/hooks/shutterpost',
      reason: 'failing',
      failing_since: Date.UTC(2026, 0, 26, 8, 12),
      held: 128,
    },
    {
      wording: wordingFor(lang),
      publicUrl: PUBLIC_URL,
      serviceName: 'Shutterpost',
      workspaceId: 'ws_northwind',
      workspaceName: 'Northwind Insurance',
    },
  );
}

function every(): Picture[] {
  const mails = LANGUAGES.flatMap((lang) => [
    { name: `request-${lang}`, html: request(lang, '#0d5bd7').html },
    { name: `webhook-${lang}`, html: webhook(lang).html },
  ]);
  mails.push({ name: 'request-pale', html: request('en', '#ffe08a', false).html });
  mails.push({ name: 'request-deep', html: request('en', '#14083a', false).html });
  return mails.flatMap(({ name, html }) =>
    WIDTHS.flatMap((width) => [
      { name: `${name}-${width}`, html, width },
      { name: `${name}-${width}-dark`, html, width, dark: true },
    ]),
  );
}

const forDocs = (): Picture[] => [
  { name: 'mail-request', html: request('en').html, width: 600 },
  { name: 'mail-request-dark', html: request('de', '#f2a33a').html, width: 375, dark: true },
  { name: 'mail-request-arabic', html: request('ar', '#0d5bd7').html, width: 375 },
];

async function draw(browser: Browser, folder: string, { name, html, width, dark }: Picture): Promise<void> {
  const context = await browser.newContext({
    viewport: { width, height: 640 },
    deviceScaleFactor: 2,
    colorScheme: dark === true ? 'dark' : 'light',
  });
  const page = await context.newPage();
  await page.setContent(html);
  const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
  if (overflow !== 0) throw new Error(`${name} is ${overflow} pixels too wide`);
  const png = await sharp(await page.screenshot({ fullPage: true }))
    .png({ palette: true, colors: 64, effort: 10, compressionLevel: 9 })
    .toBuffer();
  writeFileSync(join(folder, `${name}.png`), png);
  process.stdout.write(`${name}.png ${Math.round(png.length / 1000)} KB\n`);
  await context.close();
}

const { values } = parseArgs({ options: { all: { type: 'string' } } });
const folder = values.all ?? join(import.meta.dirname, '../docs/images');
mkdirSync(folder, { recursive: true });
const browser = await launchChromium();
try {
  for (const picture of values.all === undefined ? forDocs() : every()) await draw(browser, folder, picture);
} finally {
  await browser.close();
}
