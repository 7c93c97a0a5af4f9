import type { VerifyIcon, VerifyPageData } from '../../src/capture/pages/page-data.ts';
import type { Claims, Outcome, Verdict } from '../../src/shared/seal-verdict.ts';
import { openQuestions } from '../../src/shared/seal-verdict.ts';
import { claimsSection, timesSection } from './claims-view.ts';
import { element, icon, quote } from './elements.ts';

export type Say = (key: string, values?: Record<string, string | number>) => string;

export interface ViewContext {
  say: Say;
  lang: string;
  icons: VerifyPageData['icons'];
}

type Look = 'good' | 'unsure' | 'bad';

const LOOKS: Record<Outcome | 'failed', [Look, VerifyIcon]> = {
  trusted: ['good', 'check'],
  unknown_signer: ['unsure', 'alert'],
  changed: ['bad', 'alert'],
  expired: ['unsure', 'clock'],
  refused: ['bad', 'alert'],
  no_credentials: ['unsure', 'alert'],
  not_jpeg: ['unsure', 'alert'],
  too_large: ['unsure', 'alert'],
  failed: ['bad', 'offline'],
};

/** The texts of the page, with values put in. */
export function createSay({ lang, texts }: VerifyPageData): Say {
  const numbers = new Intl.NumberFormat(lang);
  return (key, values = {}) =>
    (texts[key] ?? key).replace(/\{(\w+)\}/g, (whole, name: string) => {
      const value = values[name];
      return typeof value === 'number' ? numbers.format(value) : (value ?? whole);
    });
}

export function verdictView(verdict: Verdict, fileName: string, context: ViewContext): HTMLElement {
  const { claims } = verdict;
  return element(
    'section',
    { class: 'verdict', 'data-testid': 'outcome', 'data-outcome': verdict.outcome },
    banner(verdict.outcome, textKey(verdict), fileName, context),
    claims && signatureSection(verdict, claims, context),
    claims && timesSection(verdict, claims, context),
    claims && claimsSection(verdict, claims, context),
    claims && openSection(claims, context),
    verdict.codes.length > 0 && codesNote(verdict.codes, context),
  );
}

export function failureView(fileName: string, context: ViewContext): HTMLElement {
  return element(
    'section',
    { class: 'verdict', 'data-testid': 'outcome', 'data-outcome': 'failed' },
    banner('failed', 'failed', fileName, context),
  );
}

/** What the texts of the verdict are called. */
function textKey({ outcome, changed, chain }: Verdict): string {
  if (outcome === 'trusted') return `trusted_${chain}`;
  return outcome === 'changed' ? `changed_${changed}` : outcome;
}

function banner(
  outcome: Outcome | 'failed',
  key: string,
  fileName: string,
  { say, icons }: ViewContext,
): HTMLElement {
  const [look, symbol] = LOOKS[outcome];
  return element(
    'div',
    { class: `banner ${look}` },
    element('span', { class: 'sign', 'aria-hidden': 'true' }, icon(icons[symbol])),
    element(
      'div',
      {},
      element('h2', { tabindex: '-1', 'data-testid': 'outcome-title' }, say(`${key}_title`)),
      element('p', {}, say(`${key}_text`)),
      element('p', { class: 'quiet' }, quote(fileName)),
    ),
  );
}

function signatureSection(
  verdict: Verdict,
  { signer, generator }: Claims,
  { say }: ViewContext,
): HTMLElement {
  const chain =
    verdict.chain === 'unknown' && !verdict.isInstallationKnown
      ? 'chain_unchecked'
      : `chain_${verdict.chain}`;
  const names = [signer.organization, signer.name].filter((name) => name !== undefined);
  return section(say('signature'), [
    [say('signer'), names.length === 0 ? undefined : element('span', {}, ...names.map(nameLine))],
    [say('chain'), element('span', { 'data-testid': 'chain' }, say(chain))],
    [say('bytes'), say(verdict.changed === undefined ? 'bytes_same' : 'bytes_changed')],
    [say('generator'), generator === undefined ? undefined : quote(generator)],
  ]);
}

function nameLine(name: string): HTMLElement {
  return element('span', { class: 'line' }, quote(name));
}

function openSection(claims: Claims, { say }: ViewContext): HTMLElement {
  const items = openQuestions(claims).map((open) => element('li', {}, say(`open_${open}`)));
  return element('div', { class: 'card open' }, element('h3', {}, say('open')), element('ul', {}, ...items));
}

function codesNote(codes: string[], { say }: ViewContext): HTMLElement {
  return element(
    'p',
    { class: 'quiet codes' },
    `${say('codes')}: `,
    element('bdi', { dir: 'ltr' }, codes.join(', ')),
  );
}

export type Row = [name: string, value: Node | string | undefined];

/** A card of names and values; what the seal does not say is left out. */
export function section(title: string, rows: Row[], ...more: HTMLElement[]): HTMLElement {
  const shown = rows.flatMap(([name, value]) =>
    value === undefined ? [] : [element('div', {}, element('dt', {}, name), element('dd', {}, value))],
  );
  return element('div', { class: 'card' }, element('h3', {}, title), element('dl', {}, ...shown), ...more);
}
