import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { samplePhoto } from '../helpers/capture/sample-photo.ts';
import { useFolderForAll } from '../helpers/hooks.ts';
import { useWebhookInbox } from '../helpers/http/webhook-inbox.ts';
import { PROJECT_ROOT, runCli } from '../helpers/process/child-process.ts';
import { type Reader, readerOf } from '../helpers/process/reader.ts';
import { useServer } from '../helpers/process/server-process.ts';

/** A block of a guide that is a command or a program. */
interface Block {
  /** Its first line begins so. */
  begins: string;
  /** What the guide takes for granted there. */
  before?: (reader: Reader) => Promise<void>;
  /** The guide says that it is refused. */
  refused?: string;
  /** Why it is not run here. */
  notRun?: string;
}

const PROGRAM = 'webhook-examples.test.ts runs it';
const VERIFY = ['// WEBHOOK_SECRET', '# WEBHOOK_SECRET', '<?php', '// WEBHOOK_SECRET', '#!/bin/sh'];

/** Every block of the guides for integrators in its order. A guide that is not here has none. */
const BLOCKS: Record<string, Block[]> = {
  'quick-start': [
    { begins: 'export KEY=' },
    { begins: 'curl -s http://localhost:3000/v1/photo-requests \\' },
    { begins: 'export ID=req_…' },
    { begins: 'curl -s http://localhost:3000/v1/permanent-links' },
    { begins: 'curl -si http://localhost:3000/v1/photo-requests \\', refused: 'validation_error' },
    { begins: 'curl -si http://localhost:3000/v1/photo-requests -H "X-API-Key: $KEY" -H \'Idempotency-Key' },
    { begins: 'curl -s -X POST http://localhost:3000/v1/test-helpers' },
    { begins: 'curl -s -X DELETE' },
  ],
  templates: [
    { begins: 'curl -s -X POST "$URL/v1/templates"' },
    {
      begins: 'curl -s -X POST "$URL/v1/slot-images',
      before: async ({ folder }) => writeFile(join(folder, 'meter.jpg'), await samplePhoto()),
    },
  ],
  reviews: [{ begins: 'curl -s -X POST "$URL/v1/photo-requests/$ID/review"', before: haveSubmission }],
  reminders: [{ begins: 'curl -s "$URL/v1/photo-requests"' }],
  webhooks: [
    { begins: 'npm run -s shutterpost -- webhook create', before: haveWorkspace },
    { begins: 'curl -X POST http://localhost:3000/v1/webhook-endpoints ' },
    ...VERIFY.map((begins) => ({ begins, notRun: PROGRAM })),
    { begins: 'npm run -s shutterpost -- webhook enable' },
    { begins: 'npm run -s shutterpost -- webhook replay', before: haveDelivery },
    { begins: 'curl -X PATCH http://localhost:3000/v1/webhook-endpoints/we_…' },
    { begins: 'curl "http://localhost:3000/v1/events?order=asc&created_after' },
    { begins: 'curl "http://localhost:3000/v1/events?order=asc&after=evt_…"', before: haveEvent },
    { begins: 'npm run -s shutterpost -- webhook test' },
    { begins: 'curl -X POST http://localhost:3000/v1/test-helpers', before: haveRequest },
    { begins: 'export SHUTTERPOST_API_KEY=', notRun: 'never ends; listen.test.ts runs it' },
  ],
  embedding: [
    {
      begins: 'curl -X POST http://localhost:3000/v1/photo-requests ',
      notRun: 'needs an origin that an admin has allowed; test/api/returns makes such calls',
    },
    { begins: 'import { createHmac', notRun: 'sdk-languages.test.ts runs the same check in four languages' },
    { begins: '<script type="module"', notRun: 'test/browser/embedding.test.ts opens such a page' },
    { begins: 'import { ShutterpostCapture }', notRun: 'test/browser/embedding.test.ts opens such a page' },
  ],
  'phone-messages': [
    {
      begins: 'curl -X POST http://localhost:3000/v1/photo-requests ',
      notRun: 'needs a provider; test/api/phone has some',
    },
  ],
  'language-models': [{ begins: 'curl -s http://localhost:3000/mcp ' }],
  'live-proof': [{ begins: 'npm run -s shutterpost -- workspace set-live-proof', before: haveWorkspace }],
  'sealed-photos': [
    { begins: 'curl -s "$BASE_URL/v1/photo-requests/$ID"', before: haveSubmission },
    { begins: 'shutterpost verify photo.jpg', before: haveSealedPhoto },
    { begins: 'shutterpost credentials show' },
  ],
  'customer-pages': [
    { begins: 'npm start -- --https', notRun: 'https.test.ts starts it' },
    {
      begins: 'npm run -s shutterpost -- workspace list',
      before: async (reader) => {
        await haveWorkspace(reader);
        await writeFile(join(reader.folder, 'logo.png'), readFileSync(LOGO));
      },
    },
  ],
};

const GUIDES = join(PROJECT_ROOT, 'docs', 'guides');
const LOGO = join(PROJECT_ROOT, 'docs', 'images', 'thank-you.png');
const contents: { isTriedHere: boolean; pages: string[] }[] = JSON.parse(
  readFileSync(join(PROJECT_ROOT, 'docs', 'contents.json'), 'utf8'),
);
const guides = contents.filter(({ isTriedHere }) => isTriedHere).flatMap(({ pages }) => pages);

describe('the guides for integrators', () => {
  const folder = useFolderForAll();
  const settings = { DATA_DIR: join(folder, 'data'), WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true' };
  const server = useServer(() => settings);
  const inbox = useWebhookInbox();
  let key: string;
  beforeAll(async () => {
    await server.untilPrinted('Documentation: ');
    key = /shp_test_\w{32}/.exec(server.stdout())?.[0] ?? '';
  });

  it.each(guides)('should print only commands that work: %s', async (guide) => {
    const printed = commandsOf(readFileSync(join(GUIDES, `${guide}.md`), 'utf8'));
    const known = BLOCKS[guide] ?? [];
    expect(printed.map((block, index) => begun(block, known[index]))).toEqual(
      known.map(({ begins }) => begins),
    );
    const reader = readerOf(server, join(folder, guide), { key, settings, receiverUrl: inbox.url });
    for (const [index, { before, refused, notRun }] of known.entries()) {
      if (notRun !== undefined) continue;
      await before?.(reader);
      const block = printed[index] ?? '';
      expect([block, await reader.run(block)]).toEqual([block, refused === undefined ? [] : [refused]]);
    }
  });

  it('should have a guide for every list of blocks', () => {
    expect(Object.keys(BLOCKS).filter((guide) => !guides.includes(guide))).toEqual([]);
  });
});

/** Whatever is neither an answer nor a text. */
function commandsOf(markdown: string): string[] {
  return [...markdown.matchAll(/^```(\w*)\n([\s\S]*?)\n```$/gm)].flatMap(([, language = '', block = '']) =>
    ['', 'json', 'text'].includes(language) ? [] : [block],
  );
}

function begun(block: string, known: Block | undefined): string {
  return known !== undefined && block.startsWith(known.begins) ? known.begins : (block.split('\n')[0] ?? '');
}

async function haveRequest(reader: Reader): Promise<void> {
  const slots = [{ instructions: 'The whole car' }, { instructions: 'The damage' }];
  const made = await reader.call('POST', '/photo-requests', { instructions: 'The car', photo_slots: slots });
  reader.variables.ID = reader.values['req_…'] = String(made.id);
}

async function haveSubmission(reader: Reader): Promise<void> {
  await haveRequest(reader);
  await reader.call('POST', `/test-helpers/photo-requests/${reader.variables.ID}/submit`);
}

async function haveWorkspace(reader: Reader): Promise<void> {
  const { stdout } = await runCli(['workspace', 'list'], reader.settings);
  reader.variables.WORKSPACE = reader.values['ws_…'] = /^ws_\w+/m.exec(stdout)?.[0] ?? '';
}

async function haveDelivery(reader: Reader): Promise<void> {
  await haveSubmission(reader);
  const path = `/webhook-endpoints/${reader.values['we_…']}/deliveries`;
  const [delivery] = (await reader.call('GET', path)) as unknown as { id: string }[];
  reader.values['del_…'] = delivery?.id ?? '';
}

async function haveEvent(reader: Reader): Promise<void> {
  const [event] = (await reader.call('GET', '/events')) as unknown as { id: string }[];
  reader.values['evt_…'] = event?.id ?? '';
}

async function haveSealedPhoto(reader: Reader): Promise<void> {
  const url = await vi.waitFor(
    async () => {
      const found = await reader.call('GET', `/photo-requests/${reader.variables.ID}`);
      const [photo] = found.items as { sealed_url: string | null }[];
      expect(photo?.sealed_url).toMatch(/^http/);
      return String(photo?.sealed_url);
    },
    { timeout: 60_000, interval: 1_000 },
  );
  await writeFile(join(reader.folder, 'photo.jpg'), await (await fetch(url)).bytes());
}
