import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core';

/**
 * The first would draw an address bar nobody sees for each context, a third of what it costs. The others are
 * switched off by Playwright as well, whose list this one replaces.
 */
const SWITCHED_OFF = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

const COMMANDS = ['chromium', 'chromium-browser', 'google-chrome'];

/** The machine's own Chromium, kept from calling home: a test that sees a foreign request must be able to blame us. */
export function launchChromium(args: string[] = []): Promise<Browser> {
  return chromium.launch(launchOptions(args));
}

/** The same with a profile that outlives it, as a phone's browser has one. */
export function launchWithProfile(
  folder: string,
  args: string[],
  options: BrowserContextOptions,
): Promise<BrowserContext> {
  return chromium.launchPersistentContext(folder, { ...launchOptions(args), ...options });
}

function launchOptions(args: string[]) {
  return {
    executablePath: findChromium(),
    args: [
      '--no-sandbox',
      '--disable-background-networking',
      '--disable-component-update',
      // Debian asks for it, and without a graphics card it is computed.
      '--disable-gpu-rasterization',
      `--disable-features=${SWITCHED_OFF.join(',')}`,
      ...args,
    ],
  };
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
