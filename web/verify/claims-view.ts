import type { SealFinding, SealReceipt } from '../../src/shared/credentials-report.ts';
import type { Claims, Verdict } from '../../src/shared/seal-verdict.ts';
import { element, quote } from './elements.ts';
import { type Row, type Say, section, type ViewContext } from './verdict-view.ts';

const CAPTURES = ['digitalCapture', 'computationalCapture'];

export function timesSection(
  { timeStamp }: Verdict,
  { receipt, stampedAt }: Claims,
  { say, lang }: ViewContext,
): HTMLElement {
  const shown = (time: string | undefined) => (time === undefined ? undefined : timeView(time, lang));
  const stamp = element('span', { 'data-testid': 'stamp' }, say(`stamp_${timeStamp}`));
  if (stampedAt !== undefined) stamp.prepend(element('span', { class: 'line' }, timeView(stampedAt, lang)));
  return section(say('times'), [
    [say('received'), shown(receipt?.receivedAt)],
    [say('submitted'), shown(receipt?.submittedAt)],
    [say('sealed'), shown(receipt?.sealedAt)],
    [say('stamp'), stamp],
  ]);
}

/** In the visitor's time zone, which is named. */
function timeView(time: string, lang: string): HTMLElement {
  const format = new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeStyle: 'long' });
  return element('time', { datetime: time }, format.format(new Date(time)));
}

export function claimsSection({ changed }: Verdict, claims: Claims, { say }: ViewContext): HTMLElement {
  const { receipt } = claims;
  const title = say(changed === undefined ? 'claims' : 'claims_changed');
  const source: Row = [say('source'), sourceText(claims.sourceType, say)];
  if (receipt === undefined)
    return section(title, [source], element('p', { class: 'quiet' }, say('claims_foreign')));
  const card = section(title, [
    [say('received_by'), receivedBy(receipt)],
    [say('slot'), slotText(receipt)],
    source,
    [say('checks'), countsOf(receipt.evidence, say)],
    [say('request'), code(receipt.requestId)],
    [say('photo'), code(receipt.photoId)],
    [say('original'), code(receipt.originalSha256)],
  ]);
  if (receipt.isTest) card.querySelector('h3')?.after(element('p', { class: 'notice' }, say('test')));
  if (receipt.evidence.length > 0) card.append(allChecks(receipt.evidence, say));
  return card;
}

function receivedBy({ workspace, host }: SealReceipt): HTMLElement | undefined {
  const names = [workspace, host].filter((name) => name !== undefined);
  if (names.length === 0) return undefined;
  return element('span', {}, ...names.map((name) => element('span', { class: 'line' }, quote(name))));
}

function slotText({ slotIndex, slotInstructions }: SealReceipt): HTMLElement | undefined {
  if (slotInstructions === undefined) return undefined;
  return quote(slotIndex === undefined ? slotInstructions : `${slotIndex + 1}. ${slotInstructions}`);
}

function sourceText(sourceType: string | undefined, say: Say): Node | string {
  if (sourceType === undefined) return say('source_none');
  if (CAPTURES.includes(sourceType)) return say('source_camera');
  return /trainedAlgorithmic/i.test(sourceType) ? say('source_ai') : quote(sourceType);
}

function code(text: string | undefined): HTMLElement | undefined {
  return text === undefined ? undefined : element('code', { dir: 'ltr' }, text);
}

function countsOf(evidence: SealFinding[], say: Say): Node | string {
  if (evidence.length === 0) return say('checks_none');
  const count = (wanted: SealFinding['result']) => evidence.filter(({ result }) => result === wanted).length;
  const counts = { pass: count('pass'), warn: count('warn'), unknown: count('unknown') };
  const parts = say('checks_count', counts).split(' · ');
  return element('span', {}, ...parts.flatMap((part, index) => [index > 0 && ' · ', unbroken(part)]));
}

function unbroken(text: string): HTMLElement {
  return element('span', { class: 'unbroken' }, text);
}

/** Warnings first. */
function allChecks(evidence: SealFinding[], say: Say): HTMLElement {
  const order = ['warn', 'unknown', 'pass'];
  const sorted = [...evidence].sort((one, other) => order.indexOf(one.result) - order.indexOf(other.result));
  const items = sorted.map(({ check, result, message }) =>
    element(
      'li',
      { class: result },
      element('b', {}, say(`result_${result}`)),
      element('span', { lang: 'en', dir: 'ltr' }, `${check}: ${message}`),
    ),
  );
  return element(
    'details',
    { class: 'checks' },
    element('summary', {}, say('checks_all')),
    element('ul', {}, ...items),
  );
}
