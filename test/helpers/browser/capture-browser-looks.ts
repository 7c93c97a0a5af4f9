import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** What can be right by day and wrong by night. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];
const { source: AXE } = createRequire(import.meta.resolve('@axe-core/playwright'))('axe-core') as {
  source: string;
};
const SIZES = [
  { width: 320, height: 568 },
  { width: 740, height: 360 },
];
const PHONE_SIZE = { width: 390, height: 844 };

/** Nothing that axe knows to be wrong, by day and by night. */
export async function expectAccessible(page: Page, screen: string): Promise<void> {
  const found = [
    ...(await violations(page, 'dark', COLOR_RULES)),
    ...(await violations(page, 'light', RULES)),
  ];
  expect(found, screen).toEqual([]);
}

async function violations(page: Page, colorScheme: 'dark' | 'light', rules: string[]): Promise<unknown[]> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  // The page hears of the change before it draws; colors that are still on their way would be judged as they are.
  await page.evaluate(DRAWN);
  await page.evaluate('Promise.all(document.getAnimations().map((animation) => animation.finish()))');
  if (await page.evaluate(`typeof axe === 'undefined'`)) await page.evaluate(`${AXE}; undefined`);
  const found = await page.evaluate(runAxe(rules));
  return (found as object[]).map((violation) => ({ colorScheme, ...violation }));
}

const DRAWN = 'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))';

/** Only the violations are worked out and sent over: nothing else is looked at. */
function runAxe(rules: string[]): string {
  return `axe.run(document, { runOnly: ${JSON.stringify(rules)}, resultTypes: ['violations'] }).then(({ violations }) =>
    violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ html, failureSummary }) => [html, failureSummary]) })))`;
}

/** On a small phone and on one that lies on its side, no one has to scroll sideways, and what matters can be reached. */
export async function expectToFit(page: Page, screen: string): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size);
    const found = await page.evaluate(TOO_WIDE);
    expect(found, `${screen} at ${size.width}x${size.height}`).toEqual({ width: size.width, cut: [] });
  }
  await page.setViewportSize(PHONE_SIZE);
}

/** What reaches over the edge, or has a text that does not fit in. */
const TOO_WIDE = `(async () => {
  await ${DRAWN};
  const wide = document.documentElement.clientWidth;
  const cut = [...document.querySelectorAll('h1, h2, p, a, button, li, label, input, b, img')]
    .filter((element) => !element.closest('.unseen') && element.checkVisibility())
    .filter((element) => {
      const { left, right, width } = element.getBoundingClientRect();
      return width > 0 && (left < -1 || right > wide + 1);
    })
    .map((element) => element.outerHTML.slice(0, 120));
  return { width: document.documentElement.scrollWidth, cut };
})()`;
