import { RECEIPT_LABEL } from './seal-labels.ts';

/** What the official reader says of the content credentials in a file, as far as we show it. Strangers can write it. */
export interface CredentialsReport {
  state: 'Trusted' | 'Valid' | 'Invalid';
  /** Codes of what speaks against the credentials, of what the reader wants to be known, and of what speaks for them. */
  failures: string[];
  notes: string[];
  successes: string[];
  signer: Signer;
  /** The software that wrote them. */
  generator: string | undefined;
  /** ISO, by the clock of a time stamp authority. */
  stampedAt: string | undefined;
  /** The last part of its IPTC address, such as `digitalCapture`; undefined: where the picture comes from is not said. */
  sourceType: string | undefined;
  receipt: SealReceipt | undefined;
}

/** As the certificate names whoever signed. */
export interface Signer {
  organization: string | undefined;
  name: string | undefined;
}

/** What an installation says that it received. */
export interface SealReceipt {
  version: number;
  workspace: string | undefined;
  host: string | undefined;
  receivedAt: string | undefined;
  submittedAt: string | undefined;
  sealedAt: string | undefined;
  isTest: boolean;
  requestId: string | undefined;
  photoId: string | undefined;
  /** The first is 0. */
  slotIndex: number | undefined;
  slotInstructions: string | undefined;
  originalSha256: string | undefined;
  evidence: SealFinding[];
}

export interface SealFinding {
  check: string;
  result: 'pass' | 'warn' | 'unknown';
  /** In English, as it was sealed. */
  message: string;
}

const MAX_TEXT_LENGTH = 1_000;
const MAX_FINDINGS = 40;
/** Control characters, and those that turn the direction of what is around them. */
const UNPRINTABLE = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/gu;

type Fields = Record<string, unknown>;

/** Throws when it is not what a reader writes. */
export function readReport(json: string): CredentialsReport {
  const store = fieldsOf(JSON.parse(json));
  const manifest = fieldsOf(fieldsOf(store.manifests)[String(store.active_manifest)]);
  const results = fieldsOf(fieldsOf(store.validation_results).activeManifest);
  const state = store.validation_state;
  if (state !== 'Trusted' && state !== 'Valid' && state !== 'Invalid')
    throw new Error('The reader said nothing about the credentials');
  const assertions = listOf(manifest.assertions).map(fieldsOf);
  const signature = fieldsOf(manifest.signature_info);
  return {
    state,
    failures: codesIn(results.failure),
    notes: codesIn(results.informational),
    successes: codesIn(results.success),
    signer: { organization: textOf(signature.issuer), name: textOf(signature.common_name) },
    generator: generatorOf(manifest),
    stampedAt: timeOf(signature.time),
    sourceType: sourceTypeOf(assertions),
    receipt: receiptOf(assertions.find(({ label }) => label === RECEIPT_LABEL)?.data),
  };
}

function receiptOf(data: unknown): SealReceipt | undefined {
  if (data === undefined) return undefined;
  const receipt = fieldsOf(data);
  const receivedBy = fieldsOf(receipt.received_by);
  const slot = fieldsOf(receipt.slot);
  return {
    version: Number(receipt.version),
    workspace: textOf(receivedBy.workspace),
    host: textOf(receivedBy.host),
    receivedAt: timeOf(receipt.received_at),
    submittedAt: timeOf(receipt.submitted_at),
    sealedAt: timeOf(receipt.sealed_at),
    isTest: receipt.environment !== 'live',
    requestId: textOf(receipt.request_id),
    photoId: textOf(receipt.photo_id),
    slotIndex: Number.isSafeInteger(slot.index) ? Number(slot.index) : undefined,
    slotInstructions: textOf(slot.instructions),
    originalSha256: textOf(receipt.original_sha256),
    evidence: listOf(receipt.evidence).slice(0, MAX_FINDINGS).map(findingOf),
  };
}

function findingOf(data: unknown): SealFinding {
  const { check, result, message } = fieldsOf(data);
  return {
    check: textOf(check) ?? '',
    result: result === 'pass' || result === 'warn' ? result : 'unknown',
    message: textOf(message) ?? '',
  };
}

function generatorOf(manifest: Fields): string | undefined {
  const { name, version } = fieldsOf(listOf(manifest.claim_generator_info)[0]);
  const parts = [textOf(name), textOf(version)].filter((part) => part !== undefined);
  return parts.length === 0 ? textOf(manifest.claim_generator) : parts.join(' ');
}

/** Of the action that created the picture. One that was merely opened came from somewhere else. */
function sourceTypeOf(assertions: Fields[]): string | undefined {
  const actions = assertions
    .filter(({ label }) => typeof label === 'string' && label.startsWith('c2pa.actions'))
    .flatMap(({ data }) => listOf(fieldsOf(data).actions))
    .map(fieldsOf);
  const created = actions.find(({ action }) => action === 'c2pa.created');
  return textOf(created?.digitalSourceType)?.split('/').at(-1);
}

function codesIn(results: unknown): string[] {
  return listOf(results).flatMap((result) => textOf(fieldsOf(result).code) ?? []);
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Safe to print, in a page and in a terminal; undefined when there is nothing to print. */
function textOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const characters = Array.from(value.slice(0, 2 * MAX_TEXT_LENGTH).replace(UNPRINTABLE, ' '));
  const text = characters.slice(0, MAX_TEXT_LENGTH).join('').trim();
  return text === '' ? undefined : text;
}

function timeOf(value: unknown): string | undefined {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? undefined : new Date(time).toISOString().replace('.000Z', 'Z');
}
