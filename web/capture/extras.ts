import type { Controller } from './controller.ts';
import { offerCancel } from './extras/cancel.ts';
import { tellOfProblem, tellSite } from './extras/embed.ts';

/** What few pages have besides. A script of its own, since no other page should have to carry it. */
addEventListener('page-begun', (event) => begin((event as CustomEvent<Controller>).detail), { once: true });

const site = document.querySelector<HTMLMetaElement>('meta[name="embed"]')?.content;
if (site !== undefined) tellOfProblem(site);

function begin(c: Controller): void {
  const { embed, request } = c.page;
  const close = embed === undefined ? undefined : tellSite(c, embed);
  if (request.cancelUrl !== undefined) offerCancel(c, request.cancelUrl, close);
}
