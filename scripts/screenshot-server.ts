import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { freePort } from '../test/helpers/http/free-port.ts';

const OWNER = { email: 'owner@example.com', password: 'four kettles sing on Monday' };

export interface ScreenshotServer {
  url: string;
  /** A new request of the workspace; returns its address. */
  ask(language?: keyof typeof WISHES, more?: object): Promise<string>;
  close(): Promise<void>;
}

const WISHES = {
  en: wish('Hello Ms Lindqvist, please show us your car and the damage, so that we can help you today.', [
    'The whole car from the front',
    'The license plate',
    'The damage up close',
    'The mileage',
  ]),
  ar: wish('مرحبًا، نرجو تصوير سيارتك والضرر حتى نتمكن من مساعدتك اليوم.', [
    'السيارة كاملة من الأمام',
    'لوحة الأرقام',
    'الضرر عن قرب',
    'عداد المسافات',
  ]),
};
const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256"><rect width="256" height="256" rx="56" fill="#12355b"/>
<path d="M40 178 104 82l40 58 24-32 48 70z" fill="#fff"/><circle cx="178" cy="72" r="24" fill="#ffb400"/></svg>`;

/** The real server with a workspace that has a name, a logo and a color. */
export async function startScreenshotServer(): Promise<ScreenshotServer> {
  const folder = mkdtempSync(join(tmpdir(), 'shutterpost-screenshots-'));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const env = {
    ...process.env,
    DATA_DIR: folder,
    PORT: String(port),
    PUBLIC_URL: url,
    LOG_LEVEL: 'error',
  };
  const command = (...args: string[]) =>
    JSON.parse(
      execFileSync(process.execPath, ['src/cli/main.js', ...args, '--json'], { env, encoding: 'utf8' }),
    );
  const owner = ['--email', OWNER.email, '--password', OWNER.password];
  const name = ['--name', 'Nordlicht', '--plan', 'enterprise'];
  const { workspace_id: workspace } = command('workspace', 'create', ...name, ...owner);
  const { key } = command(
    'key',
    'create',
    '--workspace',
    workspace,
    '--env',
    'live',
    '--name',
    'Screenshots',
  );
  const logo = join(folder, 'logo.png');
  writeFileSync(logo, await sharp(Buffer.from(LOGO)).png().toBuffer());
  command('workspace', 'set-brand', '--workspace', workspace, '--color', '#1c5fa8', '--logo', logo);

  const server = spawn(process.execPath, ['src/main.js'], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  await untilAnswers(url, server);
  return {
    url,
    async ask(language = 'en', more = {}) {
      const response = await fetch(`${url}/v1/photo-requests`, {
        method: 'POST',
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
        body: JSON.stringify({ ...WISHES[language], ...more }),
      });
      const { data } = (await response.json()) as { data: { request_url: string } };
      return data.request_url;
    },
    async close() {
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function untilAnswers(url: string, server: ChildProcess): Promise<void> {
  while (server.exitCode === null) {
    const response = await fetch(`${url}/healthz`).catch(() => null);
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('The server ended at once');
}

/** The last photo is optional. */
function wish(instructions: string, slots: string[]) {
  const photo_slots = slots.map((text, slot) => ({
    instructions: text,
    is_required: slot < slots.length - 1,
  }));
  return { instructions, photo_slots };
}
