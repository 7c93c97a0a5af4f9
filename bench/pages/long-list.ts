import type { Page } from 'playwright-core';
import { under } from '../bars.ts';
import { median } from '../statistics.ts';
import { startMembersSite } from './members-site.ts';
import type { PagesContext } from './run.ts';

const GOAL_MS = 100;
const LIST = 'photo-requests';

/** The number of the last row, whether it is drawn or not. */
const LAST = `(() => {
  scrollTo(0, document.body.scrollHeight);
  return Math.max(0, ...[...document.querySelectorAll('tbody tr')].map((row) => row.ariaRowIndex)) - 1;
})()`;

/** A row in the middle of the screen, where it stands, and a click on it. */
const opening = `(() => {
  const row = [...document.querySelectorAll('tbody tr')].find((one) => one.getBoundingClientRect().top > innerHeight / 2);
  const link = row.querySelector('a');
  window.left = { text: link.innerText, top: row.getBoundingClientRect().top };
  link.click();
})()`;

/** From going back to the frame that shows the same row, and where it stands then and a moment later. */
const RETURNING = `new Promise((resolve) => {
  const top = () => {
    const row = [...document.querySelectorAll('tbody tr')].find((one) => one.querySelector('a')?.innerText === left.text);
    return row?.getBoundingClientRect().top ?? null;
  };
  const begun = performance.now();
  let ms = null;
  const look = () => {
    const now = top();
    if (ms === null && now !== null && Math.abs(now - left.top) < 2) ms = performance.now() - begun;
    if (ms !== null && performance.now() - begun > 500 + ms) resolve({ ms, movedBy: now === null ? null : now - left.top });
    else if (performance.now() - begun > 20000) resolve({ ms: 20000, movedBy: now === null ? null : now - left.top });
    else requestAnimationFrame(look);
  };
  history.back();
  look();
})`;

/** How long it takes to be back in a long list, where one was. */
export async function benchLongList({ options, report, say }: PagesContext): Promise<void> {
  const site = await startMembersSite({ requests: options.rows });
  const times: Record<'end' | 'middle', number[]> = { end: [], middle: [] };
  try {
    const { page } = await site.enter();
    await page.goto(`${site.url}/app/${site.workspaceId}/live/${LIST}`);
    while ((await page.evaluate<number>(LAST)) < options.rows) await page.waitForTimeout(50);
    say(`list: ${options.rows} rows scrolled through`);
    for (const place of ['end', 'middle'] as const) {
      await page.evaluate(`scrollTo(0, document.body.scrollHeight / ${place === 'end' ? 1 : 2})`);
      for (let round = -1; round < options.rounds; round += 1) {
        const ms = await openAndReturn(page);
        // The first round only warms up.
        if (round >= 0) times[place].push(ms);
      }
    }
  } finally {
    await site.close();
  }
  for (const [place, ms] of Object.entries(times))
    report.lines.push({ what: `back to the ${place} of a list of ${options.rows} rows`, ms });
  const slowest = Math.max(...Object.values(times).map(median));
  report.bars.push(under('back to a long list, same place', slowest, GOAL_MS, 'ms'));
}

async function openAndReturn(page: Page): Promise<number> {
  // The list hears of a scrolling with the next frame.
  await page.waitForTimeout(300);
  await page.evaluate(opening);
  await page.getByTestId('request-status').waitFor();
  const { ms, movedBy } = await page.evaluate<{ ms: number; movedBy: number | null }>(RETURNING);
  if (movedBy === null || Math.abs(movedBy) > 2) throw new Error(`The row did not stay: ${movedBy}`);
  return ms;
}
