import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const SIZES = [
  { width: 320, height: 568 },
  { width: 740, height: 360 },
];
const PHONE_SIZE = { width: 390, height: 844 };

/** Nothing that axe knows to be wrong, by day and by night. */
export async function expectAccessible(page: Page, screen: string): Promise<void> {
  const found: unknown[] = [];
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // Colours that are still on their way would be judged as they are.
    await page.evaluate('Promise.all(document.getAnimations().map((animation) => animation.finish()))');
    const { violations } = await new AxeBuilder({ page }).withTags(RULES).setLegacyMode(true).analyze();
    for (const { id, nodes } of violations)
      found.push({ colorScheme, id, where: nodes.map(({ html, failureSummary }) => [html, failureSummary]) });
  }
  expect(found, screen).toEqual([]);
}

/** On a small phone and on one that lies on its side, nobody has to scroll sideways, and what matters can be reached. */
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
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
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
