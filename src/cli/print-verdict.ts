import type { SealFinding, SealReceipt } from '../shared/credentials-report.ts';
import {
  type Chain,
  type OpenQuestion,
  type Outcome,
  openQuestions,
  type TimeStamp,
  type Verdict,
} from '../shared/seal-verdict.ts';
import type { Result } from './command.ts';

/** The verdict in the names of the API. */
export function verdictResult({ claims, ...verdict }: Verdict): Result {
  return {
    outcome: verdict.outcome,
    changed: verdict.changed ?? null,
    chain: verdict.chain,
    installation_known: verdict.isInstallationKnown,
    signer: claims === undefined ? null : nullable(claims.signer),
    generator: claims?.generator ?? null,
    time_stamp: { status: verdict.timeStamp, time: claims?.stampedAt ?? null },
    source_type: claims?.sourceType ?? null,
    receipt: claims?.receipt === undefined ? null : receiptResult(claims.receipt),
    not_claimed: claims === undefined ? [] : openQuestions(claims),
    codes: verdict.codes,
  };
}

function receiptResult(receipt: SealReceipt): Result {
  const { workspace, host, receivedAt, submittedAt, sealedAt, requestId, photoId, originalSha256 } = receipt;
  return nullable({
    workspace,
    host,
    received_at: receivedAt,
    submitted_at: submittedAt,
    sealed_at: sealedAt,
    environment: receipt.isTest ? 'test' : 'live',
    request_id: requestId,
    photo_id: photoId,
    slot: nullable({ index: receipt.slotIndex, instructions: receipt.slotInstructions }),
    original_sha256: originalSha256,
    evidence: receipt.evidence,
  });
}

function nullable(fields: object): Result {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value ?? null]));
}

const OPEN_QUESTIONS: Record<OpenQuestion, string> = {
  camera: 'that a camera captured it',
  truth: 'that what it shows is true',
  person: 'who took it',
  place: 'where it was taken',
};

const VERDICTS: Record<Outcome, string> = {
  trusted: '✓ Unchanged, and signed by someone you trust',
  unknown_signer: '! Unchanged since it was signed, but the signer is unknown',
  changed: '✗ Changed',
  expired: '! Unchanged, but the signer’s certificate has expired',
  refused: '✗ The content credentials are not valid',
  no_credentials: '! No content credentials in this file',
  not_jpeg: '✗ Not a JPEG file',
  too_large: '✗ Too large: files up to 50 MB can be checked',
};

const CHAINS: Record<Chain, string> = {
  installation: 'leads to this installation',
  list: 'leads to the list you gave',
  unknown: 'unknown',
};

const STAMPS: Record<TimeStamp, string> = {
  none: 'none',
  vouched: 'by an authority on the list you gave',
  unvouched: 'by an authority that is not on a list you gave',
  invalid: 'not valid',
};

/** For a person. Texts of the seal are cleaned when they are read: a stranger may have written them. */
export function printVerdict(result: Result): string {
  const { outcome, changed, chain, installation_known, codes } = result;
  const receipt = result.receipt as Record<string, string | null> | null;
  const part =
    changed === 'picture' ? ': the picture is not the one that was signed' : ': its credentials are damaged';
  const rows = [
    ...(result.signer === null ? [] : [['Signed by', signerText(result.signer as Result)]]),
    ...(result.signer === null ? [] : [['Chain', CHAINS[chain as Chain]]]),
    ...(receipt === null ? [] : receiptRows(receipt)),
    ...(result.signer === null ? [] : claimRows(result)),
  ] as [string, string][];
  return [
    `${VERDICTS[outcome as Outcome]}${outcome === 'changed' ? part : ''}\n`,
    ...rows.map(([name, text]) => `  ${`${name}:`.padEnd(18)} ${text}\n`),
    ...evidenceLines((result.receipt as Result | null)?.evidence as SealFinding[] | undefined),
    ...adviceFor(outcome as Outcome, installation_known === true),
    ...((codes as string[]).length === 0 ? [] : [`The reader says: ${(codes as string[]).join(', ')}\n`]),
  ].join('');
}

function signerText({ organization, name }: Result): string {
  return [organization, name].filter((part) => part !== null).join(', ') || 'no name';
}

function receiptRows(receipt: Record<string, unknown>): [string, unknown][] {
  const slot = receipt.slot as { index: number | null; instructions: string | null };
  const slotText = [slot.index === null ? null : slot.index + 1, slot.instructions].filter(
    (part) => part !== null,
  );
  return [
    ['Received by', `${receipt.workspace ?? 'no name'} at ${receipt.host ?? 'no host'}`],
    ['Received', receipt.received_at ?? 'unknown'],
    ['Submitted', receipt.submitted_at ?? 'unknown'],
    ['Sealed', receipt.sealed_at ?? 'unknown'],
    ['Request', receipt.request_id ?? 'unknown'],
    ['Photo', `${receipt.photo_id ?? 'unknown'}${receipt.environment === 'test' ? ', a test' : ''}`],
    ['Slot', slotText.join('. ') || 'unknown'],
    ['Original SHA-256', receipt.original_sha256 ?? 'unknown'],
  ];
}

function claimRows({ time_stamp, generator, source_type, not_claimed }: Result): [string, unknown][] {
  const { status, time } = time_stamp as { status: TimeStamp; time: string | null };
  return [
    ['Time stamp', [time, STAMPS[status]].filter((part) => part !== null).join(', ')],
    ['Written by', generator ?? 'unknown'],
    ['Source', source_type ?? 'not claimed'],
    ['Not claimed', (not_claimed as OpenQuestion[]).map((open) => OPEN_QUESTIONS[open]).join(', ')],
  ];
}

function evidenceLines(evidence: SealFinding[] | undefined): string[] {
  if (evidence === undefined || evidence.length === 0) return [];
  return [
    '  Evidence:\n',
    ...evidence.map(({ check, result, message }) => `    ${result.padEnd(8)} ${check}: ${message}\n`),
  ];
}

function adviceFor(outcome: Outcome, isInstallationKnown: boolean): string[] {
  if (outcome === 'no_credentials')
    return ['Originals have none, and editors and chat apps remove them. Ask for the sealed photo.\n'];
  if (outcome !== 'unknown_signer') return [];
  return isInstallationKnown
    ? ['Give the signer’s CA with --trust to trust it.\n']
    : ['There is no installation here to compare with. Give the signer’s CA with --trust to trust it.\n'];
}
