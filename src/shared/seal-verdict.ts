import { type CredentialsReport, readReport, type SealReceipt, type Signer } from './credentials-report.ts';
import { hasSealForm } from './seal-form.ts';
import { RECEIPT_LABEL } from './seal-labels.ts';

/** The largest file that is checked: several times the largest photo that is ever sealed, and no phone runs out of memory. */
export const MAX_CHECKED_BYTES = 50 * 1024 * 1024;

/** Asks the official reader about a JPEG file. Resolves to its JSON, and rejects with its reason. */
export type ReadCredentials = (jpeg: Uint8Array, settings: string) => Promise<string>;

/** Whom to trust. Certificates are in PEM. */
export interface Trust {
  /** What this installation publishes; undefined when that is not known. */
  installation: string | undefined;
  /** The organizations that sign for this installation, where its CA signs for strangers too. */
  organizations?: string[] | undefined;
  /** What whoever asks wants to trust besides. */
  list: string | undefined;
}

export type Outcome =
  /** Nothing changed, signed by someone who is trusted. */
  | 'trusted'
  /** Nothing changed, signed by whoever. */
  | 'unknown_signer'
  | 'changed'
  /** Nothing changed, but the certificate has ended and no time stamp says that it had not then. */
  | 'expired'
  /** The reader does not accept the credentials for a reason of its own. */
  | 'refused'
  | 'no_credentials'
  | 'not_jpeg'
  | 'too_large';

export type Chain = 'installation' | 'list' | 'unknown';

/** `vouched`: by an authority that leads to the list; `unvouched`: by one that does not. */
export type TimeStamp = 'none' | 'vouched' | 'unvouched' | 'invalid';

/** What the credentials say. */
export interface Claims {
  signer: Signer;
  generator: string | undefined;
  stampedAt: string | undefined;
  sourceType: string | undefined;
  receipt: SealReceipt | undefined;
}

/** What a seal leaves open, however valid it is. */
export type OpenQuestion = 'camera' | 'truth' | 'person' | 'place';

const CAPTURES = ['digitalCapture', 'computationalCapture'];

export function openQuestions({ sourceType }: Claims): OpenQuestion[] {
  const isCapture = sourceType !== undefined && CAPTURES.includes(sourceType);
  return [...(isCapture ? [] : ['camera' as const]), 'truth', 'person', 'place'];
}

export interface Verdict {
  outcome: Outcome;
  /** When something was: the picture, which leaves standing what was said of it, or what is said. */
  changed: 'picture' | 'credentials' | undefined;
  chain: Chain;
  isInstallationKnown: boolean;
  timeStamp: TimeStamp;
  /** The reader's codes of what speaks against the file. */
  codes: string[];
  /** Undefined when there are none, or none that could be believed whoever signed them. */
  claims: Claims | undefined;
}

const PICTURE_CHANGED = ['assertion.dataHash.mismatch', 'assertion.boxesHash.mismatch'];
const UNTRUSTED = 'signingCredential.untrusted';
const EXPIRED = ['signingCredential.expired', 'claimSignature.outsideValidity'];
const MAX_REASON_LENGTH = 200;
/** The version of receipts whose form we know byte for byte. */
const KNOWN_RECEIPT = 1;

/** The one judgment that the page and the command show. */
export async function verifySeal(file: Uint8Array, trust: Trust, read: ReadCredentials): Promise<Verdict> {
  const bare = (outcome: Outcome, codes: string[] = []): Verdict => ({
    outcome,
    changed: outcome === 'changed' ? 'credentials' : undefined,
    chain: 'unknown',
    isInstallationKnown: trust.installation !== undefined,
    timeStamp: 'none',
    codes,
    claims: undefined,
  });
  if (file.length > MAX_CHECKED_BYTES) return bare('too_large');
  const hadCredentials = hasTraces(file);
  if (!isJpeg(file)) return bare(hadCredentials ? 'changed' : 'not_jpeg');
  let report: CredentialsReport;
  let listed: CredentialsReport | undefined;
  try {
    report = readReport(await read(file, settingsWith(trust.installation)));
    listed = trust.list === undefined ? undefined : readReport(await read(file, settingsWith(trust.list)));
  } catch (error) {
    // The reader rejects a file by a text. An error means that it could not be loaded, or ran out of memory.
    if (typeof error !== 'string') throw error;
    return hadCredentials ? bare('changed', [error.slice(0, MAX_REASON_LENGTH)]) : bare('no_credentials');
  }
  return judge(file, { report, listed }, trust);
}

interface Reports {
  /** By those who trust the installation. */
  report: CredentialsReport;
  /** By those who trust the list, if one was given. */
  listed: CredentialsReport | undefined;
}

function judge(file: Uint8Array, reports: Reports, trust: Trust): Verdict {
  const { report } = reports;
  const { signer, generator, sourceType, receipt } = report;
  const timeStamp = timeStampOf(reports);
  const changed = changedPart(file, report);
  const chain = changed === 'credentials' ? 'unknown' : chainOf(reports, trust);
  const isStamped = timeStamp === 'vouched' || timeStamp === 'unvouched';
  return {
    outcome: outcomeOf(report, changed, chain),
    changed,
    chain,
    isInstallationKnown: trust.installation !== undefined,
    timeStamp,
    codes: report.failures.filter((code) => code !== UNTRUSTED),
    claims:
      changed === 'credentials'
        ? undefined
        : { signer, generator, stampedAt: isStamped ? report.stampedAt : undefined, sourceType, receipt },
  };
}

function outcomeOf(report: CredentialsReport, changed: Verdict['changed'], chain: Chain): Outcome {
  if (changed !== undefined) return 'changed';
  if (report.failures.some((code) => EXPIRED.includes(code))) return 'expired';
  if (report.state === 'Invalid') return 'refused';
  return chain === 'unknown' ? 'unknown_signer' : 'trusted';
}

function changedPart(file: Uint8Array, { state, failures, receipt }: CredentialsReport): Verdict['changed'] {
  const isSealed = receipt?.version === KNOWN_RECEIPT;
  if (isSealed && !hasSealForm(file)) return 'credentials';
  if (state !== 'Invalid') return undefined;
  const rest = failures.filter((code) => code !== UNTRUSTED && !EXPIRED.includes(code));
  const ofCredentials = rest.filter((code) => !PICTURE_CHANGED.includes(code));
  // Nothing that a seal was made with is refused by readers, so whatever they refuse was put there afterwards.
  if (ofCredentials.some(isChange) || (isSealed && ofCredentials.length > 0)) return 'credentials';
  return rest.length > ofCredentials.length ? 'picture' : undefined;
}

/** Codes of the C2PA specification, 15.2.2. */
function isChange(code: string): boolean {
  return (
    /^(?:assertion|claim|claimSignature|general|manifest|ingredient)\./.test(code) &&
    /(?:mismatch|missing|invalid|multiple|malformed|undeclared|inaccessible|error)$/i.test(code)
  );
}

function chainOf({ report, listed }: Reports, { organizations }: Trust): Chain {
  const isOurs = organizations?.includes(report.signer.organization ?? '') ?? true;
  if (isTrusted(report) && isOurs) return 'installation';
  return listed !== undefined && isTrusted(listed) ? 'list' : 'unknown';
}

/** Also when the picture was changed: who signed does not depend on it. */
function isTrusted({ successes }: CredentialsReport): boolean {
  return successes.includes('signingCredential.trusted');
}

function timeStampOf({ report, listed }: Reports): TimeStamp {
  if (listed?.successes.includes('timeStamp.trusted')) return 'vouched';
  if (report.successes.includes('timeStamp.validated')) return 'unvouched';
  return [...report.failures, ...report.notes].some((code) => code.startsWith('timeStamp.'))
    ? 'invalid'
    : 'none';
}

/** No address is asked about anything: neither for credentials kept elsewhere nor whether a certificate was revoked. */
function settingsWith(anchors: string | undefined): string {
  return JSON.stringify({
    verify: { remote_manifest_fetch: false, ocsp_fetch: false },
    ...(anchors === undefined ? {} : { trust: { trust_anchors: anchors } }),
  });
}

function isJpeg(file: Uint8Array): boolean {
  return file[0] === 0xff && file[1] === 0xd8 && file[2] === 0xff;
}

/** Credentials stand before the picture. */
const LOOKED_THROUGH_BYTES = 1024 * 1024;
/** Each is in credentials several times, so that one changed byte leaves one of them. */
const TRACES = [RECEIPT_LABEL, 'c2pa.assertions'].map((text) => new TextEncoder().encode(text));

/** Whether there are, or were, content credentials in it, however broken. */
function hasTraces(file: Uint8Array): boolean {
  const start = file.subarray(0, LOOKED_THROUGH_BYTES);
  return TRACES.some((trace) => {
    for (let at = start.indexOf(trace[0] ?? 0); at !== -1; at = start.indexOf(trace[0] ?? 0, at + 1))
      if (trace.every((byte, index) => start[at + index] === byte)) return true;
    return false;
  });
}

const CERTIFICATE_BLOCK = /-----BEGIN CERTIFICATE-----[\sA-Za-z0-9+/=]+-----END CERTIFICATE-----/g;

/** How long a list of certificates may be. */
export const MAX_LIST_LENGTH = 1024 * 1024;

/** The certificates in a text, in PEM; undefined when there is none. */
export function certificatesIn(text: string): string | undefined {
  const blocks = text.slice(0, MAX_LIST_LENGTH).match(CERTIFICATE_BLOCK);
  return blocks === null ? undefined : `${blocks.join('\n')}\n`;
}
