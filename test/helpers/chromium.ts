import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

const COMMANDS = ['chromium', 'chromium-browser', 'google-chrome'];

/** The machine's own Chromium, kept from calling home: a test that sees a foreign request must be able to blame us. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update'],
  });
}

function findChromium(): string {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    for (const command of COMMANDS) {
      const file = join(folder, command);
      if (existsSync(file)) return file;
    }
  }
  throw new Error('No Chromium is on the PATH; npm test says how to install it');
}
