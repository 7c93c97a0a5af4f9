import './verify.css';
import type { VerifyPageData } from '../../src/capture/pages/page-data.ts';
import {
  certificatesIn,
  MAX_CHECKED_BYTES,
  MAX_LIST_LENGTH,
  type Verdict,
} from '../../src/shared/seal-verdict.ts';
import { createChecker } from './checker.ts';
import { element } from './elements.ts';
import { createSay, failureView, type ViewContext, verdictView } from './verdict-view.ts';

/** For a file that is not even read. */
const TOO_LARGE: Verdict = {
  outcome: 'too_large',
  changed: undefined,
  chain: 'unknown',
  isInstallationKnown: false,
  timeStamp: 'none',
  codes: [],
  claims: undefined,
};

const page = find<HTMLElement>('#page').textContent;
const data: VerifyPageData = JSON.parse(page ?? '');
const context: ViewContext = { ...data, say: createSay(data) };
const checker = createChecker(data.organizations);
const chooser = find<HTMLElement>('#chooser');
const [progress, shown] = [find<HTMLElement>('#progress'), find<HTMLElement>('#verdict')];
const [list, listProblem] = [find<HTMLTextAreaElement>('#list'), find<HTMLElement>('#list-problem')];
let current: File | undefined;
/** Of the latest check: an earlier one that ends later shows nothing. */
let latest = 0;

function find<Found extends Element>(selector: string): Found {
  const found = document.querySelector<Found>(selector);
  if (found === null) throw new Error(`The page has no ${selector}`);
  return found;
}

async function check(file: File, { movesFocus = true } = {}): Promise<void> {
  current = file;
  latest += 1;
  const own = latest;
  const text = context.say(checker.isCold() ? 'loading' : 'checking', { name: file.name });
  progress.replaceChildren(element('span', { class: 'spinner', 'aria-hidden': 'true' }), text);
  shown.replaceChildren();
  const view = await viewOf(file);
  if (own !== latest) return;
  progress.replaceChildren();
  shown.replaceChildren(view);
  chooser.classList.add('done');
  find('#choose').textContent = context.say('choose_another');
  if (movesFocus) shown.querySelector<HTMLElement>('h2')?.focus();
}

async function viewOf(file: File): Promise<HTMLElement> {
  if (file.size > MAX_CHECKED_BYTES) return verdictView(TOO_LARGE, file.name, context);
  try {
    return verdictView(await checker.check(file, certificatesIn(list.value)), file.name, context);
  } catch {
    return failureView(file.name, context);
  }
}

function takeFirst(files: FileList | null | undefined): void {
  const [file] = files ?? [];
  if (file !== undefined) void check(file);
}

const input = find<HTMLInputElement>('#file');
function takeChosen(): void {
  takeFirst(input.files);
  // The same file can be chosen again.
  input.value = '';
}
input.addEventListener('change', takeChosen);

addEventListener('dragover', (event) => {
  event.preventDefault();
  chooser.classList.add('over');
});
addEventListener('dragleave', (event) => {
  if (event.relatedTarget === null) chooser.classList.remove('over');
});
addEventListener('drop', (event) => {
  event.preventDefault();
  chooser.classList.remove('over');
  takeFirst(event.dataTransfer?.files);
});
addEventListener('paste', (event) => {
  if (event.target !== list) takeFirst(event.clipboardData?.files);
});

function takeList(): void {
  const isEmpty = list.value.trim() === '';
  const isWrong = !isEmpty && certificatesIn(list.value) === undefined;
  listProblem.hidden = !isWrong;
  list.toggleAttribute('aria-invalid', isWrong);
  if (!isWrong && current !== undefined) void check(current, { movesFocus: false });
}

list.maxLength = MAX_LIST_LENGTH;
list.addEventListener('change', takeList);
const listFile = find<HTMLInputElement>('#list-file');
listFile.addEventListener('change', async () => {
  const [file] = listFile.files ?? [];
  if (file === undefined) return;
  list.value = await file.slice(0, MAX_LIST_LENGTH).text();
  listFile.value = '';
  takeList();
});

// What was chosen before this script was there.
takeChosen();
document.documentElement.dataset.alive = '';
