import { createHash } from 'node:crypto';
import { compactScript, type Html, inlineScript } from '../../pages/html.ts';

/**
 * Asks for the session, and for the camera if the button is pressed, while the page's own script is still on its way: on a
 * bad network that is a second (`web/capture/head-start.ts` takes both over, and asks for the session again if this failed).
 * Not for whoever comes from another device, and decides first whether to continue from there. No camera where questions
 * come before it, or where there is no touch screen: desktops are shown how to continue on a phone.
 */
const HEAD_START = compactScript(`(function () {
  var page = JSON.parse(document.getElementById('page').textContent), wanted = page.request, previous;
  var asked = { kind: page.kind, key: page.key, round: wanted.round, edition: wanted.edition }, sentAt = Date.now();
  if (/^#continue=/.test(location.hash)) return;
  try {
    previous = localStorage.getItem('shutterpost:' + page.kind + ':' + page.key + (wanted.round > 1 ? ':' + wanted.round : ''));
    if (previous) asked.previous = previous;
  } catch (_) {}
  window.earlySession = fetch('/capture/sessions', {
    method: 'POST',
    cache: 'no-store',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(asked)
  }).then(function (response) {
    return response.text().then(function (text) {
      var retryAfter = response.headers.get('retry-after');
      return { status: response.status, text: text, retryAfter: retryAfter, sentAt: sentAt, receivedAt: Date.now() };
    });
  }).catch(function () {});
  function open() {
    window.earlyPress = true;
    if (!navigator.mediaDevices || !navigator.maxTouchPoints || wanted.questions) return;
    var size = { width: { ideal: 4096 }, height: { ideal: 3072 } };
    var video = Object.assign({ facingMode: { ideal: 'environment' } }, size);
    window.earlyCamera = window.earlyCamera || navigator.mediaDevices.getUserMedia({ video: video, audio: false });
    window.earlyCamera.catch(function () {});
  }
  if (location.hash === '#start') open();
  document.addEventListener('click', function (event) {
    if (document.documentElement.hasAttribute('data-alive') || !event.target.closest('#start')) return;
    event.preventDefault();
    open();
  });
})()`);

/** For the content security policy. */
export const HEAD_START_SOURCE = `'sha256-${createHash('sha256').update(HEAD_START).digest('base64')}'`;

/** Stands behind the data of the page, and before its first screen. */
export const headStart: Html = inlineScript(HEAD_START);
