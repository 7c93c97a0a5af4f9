import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { samplePhoto } from '../helpers/capture/sample-photo.ts';
import { PROJECT_ROOT } from '../helpers/process/child-process.ts';
import { type Block, commandsOf, tryBlocks } from '../helpers/process/printed-blocks.ts';
import { useReaders } from '../helpers/process/reader.ts';
import {
  haveDelivery,
  haveEvent,
  haveRequest,
  haveSealedPhoto,
  haveSubmission,
  haveWorkspace,
} from '../helpers/process/taken-for-granted.ts';
import { receivedReturns } from '../helpers/sdks/received.ts';

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
    { begins: 'import { createHmac', notRun: 'called below' },
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
  'live-proof': [{ begins: 'export WORKSPACE=ws_…', before: haveWorkspace }],
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
  const { folder, readerOf } = useReaders();

  it.each(guides)('should print only commands that work: %s', async (guide) => {
    const markdown = readFileSync(join(GUIDES, `${guide}.md`), 'utf8');
    const reader = readerOf(guide);
    await tryBlocks(markdown, BLOCKS[guide] ?? [], reader);
  });

  it('should print a check of returns that tells genuine ones', async () => {
    const blocks = commandsOf(readFileSync(join(GUIDES, 'embedding.md'), 'utf8'));
    const program = join(folder, 'returns.mjs');
    await writeFile(program, blocks.find(({ language }) => language === 'js')?.block ?? '');
    const { isGenuineReturn } = await import(program);
    for (const { url, secrets, becomes } of receivedReturns()) {
      const address = new URL(url, 'https://shop.example.com').href;
      const isGenuine = secrets.some((secret) => isGenuineReturn(address, secret));
      expect([url, isGenuine]).toEqual([url, becomes === 'req_1']);
    }
  });

  it('should have a guide for every list of blocks', () => {
    expect(Object.keys(BLOCKS).filter((guide) => !guides.includes(guide))).toEqual([]);
  });
});
