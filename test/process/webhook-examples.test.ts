import { spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newSigningSecret, webhookHeaders } from '../../src/webhooks/endpoints/signature.ts';
import { EVENT_TYPES } from '../../src/webhooks/outbox/event-types.ts';
import { cleanEnvironment, PROJECT_ROOT } from '../helpers/process/child-process.ts';

const GUIDES = join(PROJECT_ROOT, 'docs/guides');
const FOLDER = join(GUIDES, 'verify-webhooks');
const guide = readFileSync(join(GUIDES, 'webhooks.md'), 'utf8');

const EXAMPLES = [
  { file: 'verify.ts', block: 'ts', command: [process.execPath], needs: [process.execPath] },
  { file: 'verify.py', block: 'python', command: ['python3'], needs: ['python3'] },
  { file: 'verify.php', block: 'php', command: ['php'], needs: ['php'] },
  { file: 'verify.go', block: 'go', command: ['go', 'run'], needs: ['go'] },
  { file: 'verify.sh', block: 'sh', command: ['sh'], needs: ['sh', 'openssl'] },
];

const secret = newSigningSecret((bytes) => new Uint8Array(bytes).fill(7));
const BODY = '{"event":"photo_request.submitted","data":{"instructions":"Die Tür, bitte 📷"}}';

const signatureOf = (body: string, key = secret) =>
  webhookHeaders({ id: 'evt_1', type: 'x', environment: 'test', body }, [key], 0)[
    'X-Webhook-Signature'
  ] as string;

function run([program = '', ...args]: string[], env: Record<string, string> = {}, input = '') {
  return spawnSync(program, args, { input, env: cleanEnvironment(env), timeout: 60_000, encoding: 'utf8' });
}

describe.each(EXAMPLES)('the example $file', ({ file, block, command, needs }) => {
  const missing = needs.find((program) => run([program, '--version']).error !== undefined);
  const isMissing = missing !== undefined;
  const reason = isMissing ? ` (not run: there is no ${missing} on this machine)` : '';

  const verify = (body: string, signature: string, key = secret) => {
    const { status, signal } = run(
      [...command, join(FOLDER, file), signature],
      { WEBHOOK_SECRET: key },
      body,
    );
    return signal ?? status;
  };

  it.skipIf(isMissing)(`should accept what the service signed${reason}`, () => {
    expect(verify(BODY, signatureOf(BODY))).toBe(0);
    expect(verify('', signatureOf(''))).toBe(0);
  });

  it.skipIf(isMissing)(`should refuse a wrong signature${reason}`, () => {
    const right = signatureOf(BODY);
    const wrong = right.slice(0, -1) + (right.endsWith('0') ? '1' : '0');
    const others = [
      wrong,
      right.slice(7),
      `${right}0`,
      right.toUpperCase(),
      'sha256=',
      '',
      'é',
      signatureOf(''),
    ];
    for (const signature of others) expect([signature, verify(BODY, signature)]).toEqual([signature, 1]);
  });

  it.skipIf(isMissing)(`should refuse a changed body, an emptied one and a line break more${reason}`, () => {
    for (const body of [BODY.replace('bitte', 'danke'), '', `${BODY}\n`])
      expect([body, verify(body, signatureOf(BODY))]).toEqual([body, 1]);
  });

  it.skipIf(isMissing)(`should refuse another secret, and everything without one${reason}`, () => {
    expect(verify(BODY, signatureOf(BODY, `${secret}x`))).toBe(1);
    // Without a secret anyone could sign.
    const signature = `sha256=${createHmac('sha256', '').update(BODY).digest('hex')}`;
    expect(verify(BODY, signature, '')).toBe(1);
  });

  it('should stand in the guide word by word', () => {
    expect(guide).toContain(`\n\`\`\`${block}\n${readFileSync(join(FOLDER, file), 'utf8')}\`\`\`\n`);
  });
});

describe('the guide to webhooks', () => {
  const blocks = (kind: string) =>
    [...guide.matchAll(new RegExp(`^\`\`\`${kind}\\n([^]*?)\\n\`\`\`$`, 'gm'))].map(([, text = '']) => text);

  it('should have no example that is not run here', () => {
    expect(readdirSync(FOLDER).sort()).toEqual(EXAMPLES.map(({ file }) => file).sort());
  });

  it('should give a secret, a body and their signature that belong together', () => {
    const [shownSecret = '', body = '', signature = ''] = blocks('text');
    expect(shownSecret).toMatch(/^whsec_/);
    expect(signatureOf(body, shownSecret)).toBe(signature);
  });

  it('should show bodies that are JSON, and name every event and header', () => {
    for (const text of blocks('json')) expect(() => JSON.parse(text)).not.toThrow();
    for (const event of EVENT_TYPES) expect(guide).toContain(`\`${event}\``);
    const headers = webhookHeaders({ id: 'evt_1', type: 'x', environment: 'test', body: '' }, [secret], 0);
    for (const name of Object.keys(headers)) expect(guide).toContain(`\`${name}\``);
  });
});
