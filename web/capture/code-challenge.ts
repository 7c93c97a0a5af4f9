import { solveChallenge } from '../proof-of-work.ts';

/**
 * Does the work that the server asks for when unusually many wrong codes are tried. It begins while the code is being
 * typed, so that most people never notice.
 */
export function answerChallenge(form: HTMLFormElement): void {
  const { challenge, bits, wait, resend } = form.dataset;
  const field = form.elements.namedItem('answer');
  if (challenge === undefined || !(field instanceof HTMLInputElement)) return;
  const button = form.querySelector('button');
  let isReady = false;
  let isWanted = resend !== undefined;

  form.addEventListener('submit', (event) => {
    if (isReady) return;
    event.preventDefault();
    isWanted = true;
    button?.setAttribute('aria-busy', 'true');
  });

  const ready = () => {
    isReady = true;
    if (isWanted) form.submit();
  };
  const waitInstead = () => setTimeout(ready, Number(wait) * 1000);
  solveChallenge(challenge, Number(bits)).then((answer) => {
    if (answer === undefined) return waitInstead();
    field.value = answer;
    return ready();
  }, waitInstead);
}
