import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type LaunchOptions,
} from 'playwright-core';

/**
 * The first would draw an address bar no one sees for each context, a third of what it costs. The second forgives a page whose
 * module did not arrive, which most people's browsers do not. The others are turned off by Playwright as well, whose list this
 * one replaces.
 */
const SWITCHED_OFF = [
  'WebUIOmniboxPopup',
  'ModuleMapDoNotCacheFailedFetch',
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

const CHROMIUM = ['chromium', 'chromium-browser', 'google-chrome'];
/** The same engine without what is around a page, which takes a third less time. It cannot ask for permissions. */
const HEADLESS_SHELL = 'chromium-headless-shell';

/** Ends a step that hangs, as the limit of `expect.poll` does. What is slow only because the machine is busy must not fail. */
const STEP_TIMEOUT_MS = 60_000;

/** The machine's own Chromium, kept from calling home: a test that sees a foreign request must be able to blame us. */
export function launchChromium(args: string[] = []): Promise<Browser> {
  return launchWithTimeouts(launchOptions(args, [HEADLESS_SHELL, ...CHROMIUM]));
}

/** One that asks for permissions as people see it. */
export function launchWholeChromium(args: string[]): Promise<Browser> {
  return launchWithTimeouts(launchOptions(args, CHROMIUM));
}

/** The same with a profile that outlives it, as a phone's browser has one. */
export async function launchWithProfile(
  folder: string,
  args: string[],
  options: BrowserContextOptions,
): Promise<BrowserContext> {
  const own = { ...launchOptions(args, CHROMIUM), ...options };
  const context = await chromium.launchPersistentContext(folder, own);
  context.setDefaultTimeout(STEP_TIMEOUT_MS);
  return context;
}

async function launchWithTimeouts(options: LaunchOptions): Promise<Browser> {
  const browser = await chromium.launch(options);
  return browser.on('context', (context) => context.setDefaultTimeout(STEP_TIMEOUT_MS));
}

function launchOptions(args: string[], commands: string[]) {
  return {
    executablePath: findOnPath(commands),
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

function findOnPath(commands: string[]): string {
  const folders = (process.env.PATH ?? '').split(delimiter);
  for (const command of commands)
    for (const folder of folders) if (existsSync(join(folder, command))) return join(folder, command);
  throw new Error('No Chromium is on the PATH; npm test says how to install it');
}
