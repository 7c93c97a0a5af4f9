import { createHash } from 'node:crypto';
import { compactScript, type Html, html, inlineScript } from './html.ts';

/** What a page says when its script failed. */
export interface FailureTexts {
  title: string;
  text: string;
  reload: string;
}

/**
 * Runs before the page's own script, in browsers that may not even be able to read that one. When the script cannot be
 * loaded, fails before it has drawn anything (`data-alive`) or says itself that it cannot go on, the customer gets a screen
 * with a way on instead of a blank page, and the server's log hears of it.
 */
const GUARD = compactScript(`(function () {
  var d = document, told;
  function failed(kind, error, isFatal) {
    var app = d.getElementById('app');
    if (!told) {
      told = true;
      fetch('/page-errors', {
        method: 'POST',
        keepalive: true,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          kind: kind,
          message: String((error && error.message) || error).slice(0, 1000),
          stack: String((error && error.stack) || '').slice(0, 4000)
        })
      }).catch(function () {});
    }
    if (app.hidden || (!isFatal && d.documentElement.hasAttribute('data-alive'))) return;
    app.hidden = true;
    d.body.appendChild(d.getElementById('failure').content.cloneNode(true));
  }
  function isOurs(address) {
    return String(address).indexOf(location.origin + '/') >= 0;
  }
  addEventListener('error', function (event) {
    if (event.target.tagName === 'SCRIPT') failed('load', event.target.src);
    else if (isOurs(event.filename)) failed('error', event.error || event.message);
  }, true);
  addEventListener('unhandledrejection', function (event) {
    if (event.reason && isOurs(event.reason.stack)) failed('rejection', event.reason);
  });
  addEventListener('page-failed', function (event) {
    failed('render', event.detail, true);
  });
})()`);

/** For the content security policy: no other inline script runs. */
export const GUARD_SOURCE = `'sha256-${createHash('sha256').update(GUARD).digest('base64')}'`;

export const guardScript: Html = inlineScript(GUARD);

/** For pages without the style sheet of the customer's pages. */
export const FAILURE_STYLES = `.problem{max-width:26rem;margin:0 auto;padding:20vh 1.5rem 2rem;text-align:center;font:1rem/1.5 system-ui,sans-serif}
.problem a{display:inline-block;margin-top:1rem;padding:.75rem 1.5rem;border-radius:.75rem;background:#0b6170;color:#fff;font-weight:600;text-decoration:none}`;

export function failureScreen({ title, text, reload }: FailureTexts): Html {
  return html`<template id="failure"><div class="page problem" data-testid="problem" data-problem="script-error"><main class="center"><div role="alert"><h1>${title}</h1><p>${text}</p></div><a class="button main" href="">${reload}</a></main></div></template>`;
}
