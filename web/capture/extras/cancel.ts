import type { Controller } from '../controller.ts';

/** Where nothing is lost yet, or nothing can be done here. */
const PLACES = '.intro .actions, .handoff .card, .problem .actions';
const FINAL = '.problem[data-problem="submitted"], .problem[data-problem="not-included"]';

/** The way out for whoever does not want to now, on the screens that have no other. */
export function offerCancel(c: Controller, url: string, close?: () => void): void {
  const link = document.createElement('a');
  link.className = 'button';
  link.dataset.testid = 'not-now';
  link.href = url;
  // In a frame, the site around it is where they came from.
  if (close !== undefined)
    link.onclick = (event) => {
      event.preventDefault();
      close();
    };
  const place = () => {
    const footer = document.querySelector(PLACES);
    if (footer === null || footer.closest(FINAL) !== null) return;
    const words = c.language.say('not_now');
    if (link.textContent !== words) link.textContent = words;
    if (link.parentElement !== footer) footer.append(link);
  };
  const app = document.getElementById('app');
  if (app !== null)
    new MutationObserver(place).observe(app, { childList: true, subtree: true, characterData: true });
  place();
}
