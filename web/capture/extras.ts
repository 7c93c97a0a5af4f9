import type { Controller } from './controller.ts';
import { offerCancel } from './extras/cancel.ts';

/** What few pages have besides. A script of its own, since no other page should have to carry it. */
addEventListener('page-begun', (event) => begin((event as CustomEvent<Controller>).detail), { once: true });

function begin(c: Controller): void {
  const { cancelUrl } = c.page.request;
  if (cancelUrl !== undefined) offerCancel(c, cancelUrl);
}
