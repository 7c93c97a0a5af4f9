import { under } from '../bars.ts';
import { median } from '../statistics.ts';
import { type MembersSite, startMembersSite } from './members-site.ts';
import type { PagesContext } from './run.ts';

const GOAL_MS = 150;
/** Someone who signs in looks at the first page for a moment. */
const LOOKED_AT_MS = 1_000;
/** What a page shows first, of the menu's names and of what the workspace holds. */
const PAGES: Record<string, string> = {
  'photo-requests': 'claim-',
  review: 'Nothing to review',
  'permanent-links': 'Front desk',
  templates: 'Doors',
  'api-keys': 'Backend',
  webhooks: 'Claims backend',
  members: 'owner@example.com',
  plan: 'Enterprise',
  settings: 'IP allowlist',
  'audit-log': 'created',
};

/** From the click to the frame that shows the page with its content and no gray box; not by the pointer, which would give a head start. */
const visiting = (name: string, text: string) => `new Promise((resolve, reject) => {
  setTimeout(() => reject(new Error('${name} never showed ${text}')), 10000);
  const main = document.querySelector('main');
  const clickedAt = performance.now();
  const look = () => {
    if (!location.pathname.endsWith('/${name}') || main.querySelector('h1') === null) return;
    if (main.querySelector('[data-testid="skeleton"]') !== null || !main.textContent.includes('${text}')) return;
    watching.disconnect();
    requestAnimationFrame(() => resolve(performance.now() - clickedAt));
  };
  const watching = new MutationObserver(look);
  watching.observe(main, { childList: true, subtree: true, characterData: true });
  document.querySelector('[data-testid="nav-${name}"]').click();
})`;

/** How long the first visit to each page of the web application takes, in a browser that has only seen the overview. */
export async function benchFirstVisits({ options, report, say }: PagesContext): Promise<void> {
  const site = await startMembersSite({ requests: 40 });
  try {
    const times = new Map(Object.keys(PAGES).map((name) => [name, [] as number[]]));
    for (let round = -1; round < options.rounds; round += 1) {
      for (const [name, found] of times) {
        const ms = await firstVisit(site, name);
        // The first round only warms up.
        if (round >= 0) found.push(ms);
      }
    }
    for (const [name, ms] of times) report.lines.push({ what: `first visit to ${name}`, ms });
    const slowest = Math.max(...[...times.values()].map(median));
    report.bars.push(under('first visit to a page, median of the slowest one', slowest, GOAL_MS, 'ms'));
    say(`visits: ${options.rounds} to each of ${times.size} pages`);
  } finally {
    await site.close();
  }
}

async function firstVisit(site: MembersSite, name: string): Promise<number> {
  const { page, close } = await site.enter();
  try {
    await page.goto(`${site.url}/app/${site.workspaceId}/live`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForTimeout(LOOKED_AT_MS);
    return await page.evaluate<number>(visiting(name, PAGES[name] as string));
  } finally {
    await close();
  }
}
