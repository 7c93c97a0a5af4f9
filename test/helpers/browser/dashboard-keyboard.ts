import type { BrowserContext, Page } from 'playwright-core';
import { eventually } from './dashboard-stage.ts';

const MAX_STEPS = 60;

/** No one touches anything but the keyboard: the console would complain, and so the test. */
export function takeMouseAway(context: BrowserContext): Promise<unknown> {
  return context.addInitScript(`for (const kind of ['mousedown', 'pointerdown', 'touchstart'])
    addEventListener(kind, () => console.error('Not by keyboard: ' + kind), true)`);
}

const FOCUSED = `(() => {
  const { dataset, ariaLabel, textContent } = document.activeElement;
  return dataset.testid ?? ariaLabel ?? textContent.trim();
})()`;

/** An outline on the element with the focus, or on what is drawn in its place: its row, its field, its switch. */
const FOCUS_SIGHT = `(() => {
  const element = document.activeElement;
  if (element === document.body) return 'nothing has the focus';
  // A new page takes the focus a moment after it is there, perhaps after the key.
  if (element.id === 'main') return 'seen';
  const { top, bottom, left, right } = element.getBoundingClientRect();
  if (bottom <= 0 || right <= 0 || top >= innerHeight || left >= innerWidth) return 'it is not on the screen';
  const parts = [element, element.parentElement, element.nextElementSibling].filter((part) => part !== null);
  const styles = parts.flatMap((part) => [getComputedStyle(part), getComputedStyle(part, '::after')]);
  const isSeen = styles.some(({ outlineStyle, outlineWidth, outlineColor }) =>
    outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1 && !/, 0\\)$/.test(outlineColor));
  return isSeen ? 'seen' : 'it has no outline';
})()`;

/** What has the focus, by its test id or its name. */
export function focused(page: Page): Promise<string> {
  return page.evaluate(FOCUSED) as Promise<string>;
}

/** A menu takes the focus a moment after it has opened; a key before that goes nowhere. */
export async function untilInMenu(page: Page): Promise<void> {
  await eventually(() => page.evaluate(`document.activeElement.closest('[role="menu"]') !== null`)).toBe(
    true,
  );
}

export async function untilFocused(page: Page, name: string): Promise<void> {
  await eventually(() => focused(page)).toBe(name);
  await eventually(() => page.evaluate(FOCUS_SIGHT)).toBe('seen');
}

/** Presses a key until something of which the name begins so has the focus; each stop on the way has to be seen. */
export async function keyTo(page: Page, name: string, key = 'Tab'): Promise<void> {
  const passed: string[] = [];
  for (let step = 0; step < MAX_STEPS; step++) {
    await page.keyboard.press(key);
    await eventually(() => page.evaluate(FOCUS_SIGHT)).toBe('seen');
    passed.push(await focused(page));
    if (passed.at(-1)?.startsWith(name)) return;
  }
  throw new Error(`${key} does not lead to ${name}, only to ${passed.join(' | ')}`);
}

export async function keyPress(page: Page, name: string, key = 'Tab'): Promise<void> {
  await keyTo(page, name, key);
  await page.keyboard.press('Enter');
}
