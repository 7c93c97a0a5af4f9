import { formatTypedCode } from '../../src/shared/short-code.ts';
import { answerChallenge } from './code-challenge.ts';
import './styles/site.css';

const language = document.querySelector<HTMLSelectElement>('.language select');
language?.addEventListener('change', () => language.form?.submit());

const code = document.querySelector<HTMLInputElement>('#code');
code?.addEventListener('input', (event) => {
  const { inputType } = event as InputEvent;
  // Whoever corrects in the middle keeps the cursor, and deletes the dash if they like.
  if (code.selectionStart !== code.value.length || inputType?.startsWith('delete')) return;
  code.value = formatTypedCode(code.value);
});

/** What stands behind the # of an address, such as a visit handed over, gets lost when a form is sent to it. */
const access = document.querySelector<HTMLInputElement>('#access-code')?.form;
access?.addEventListener('submit', () => {
  access.action += location.hash;
});
const codeForm = document.querySelector<HTMLFormElement>('.code-form');
if (codeForm !== null) answerChallenge(codeForm);
