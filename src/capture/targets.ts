import { hash } from 'node:crypto';
import { isHeld, statusAt } from '../photo-requests/status.ts';
import { type EvidencePolicy, readPolicy, strictest } from '../photos/evidence/policy.ts';
import { type Place, roundsOf } from '../photos/rounds.ts';
import type { Owner, PermanentLinkRow, PhotoRequestRow, PhotoRequestStatus } from '../platform/db/tables.ts';
import { ServiceError } from '../platform/errors.ts';
import { questionsOf } from '../questions/answers.ts';
import type { Question } from '../shared/questions.ts';
import { allowedReturnUrls, type ReturnUrls } from '../templates/return-urls.ts';
import { type Translations, translationsOf } from '../templates/translations.ts';
import { allowedOrigins } from '../workspaces/origins.ts';
import { planOf } from '../workspaces/plans.ts';
import { currentQuestions } from './answers.ts';
import type { HostColumns } from './repository.ts';

export type TargetKind = 'request' | 'link';

/** What a customer's page is about: a photo request, or a permanent link that will become one. */
export interface CaptureTarget {
  kind: TargetKind;
  /** What the address ends with: the request's token, or the link's slug. */
  key: string;
  owner: Owner;
  /** null until the first photo of a visit. */
  requestId: string | null;
  permanentLinkId: string | null;
  /** A canceled request, one of a suspended workspace and a link that takes no visits are all closed. */
  status: Exclude<PhotoRequestStatus, 'canceled'> | 'closed';
  instructions: string;
  translations: Translations;
  round: number;
  /** What the team says about the changes that it wants; null: nothing. */
  message: string | null;
  /** One for each photo that can be sent in this round. */
  places: Place[];
  questions: Question[];
  /** The customer chooses what to photograph, and how often. */
  isFree: boolean;
  /** By which a page of a permanent link and the server know that they mean the same photos and questions; null: not of a link. */
  edition: string | null;
  expiresAt: number | null;
  submittedAt: number | null;
  code: string;
  locale: string | null;
  /** Encrypted; null when nothing is asked for. */
  accessCode: string | null;
  host: { name: string; brandColor: string | null; logoKey: string | null };
  /** What follows from a warning. */
  policy: EvidencePolicy;
  /** Where the customer goes afterwards, as far as the workspace still trusts it. */
  urls: ReturnUrls;
  /** The sites that may show the page in a frame. */
  origins: string[];
}

export function requestTarget(row: PhotoRequestRow & HostColumns, now: number): CaptureTarget {
  // To the customer, what waits for approval is submitted.
  const waits = isHeld(row, now);
  const status = waits ? 'submitted' : statusAt(row, now);
  return {
    kind: 'request',
    key: row.token,
    owner: { workspaceId: row.workspace_id, environment: row.environment },
    requestId: row.id,
    permanentLinkId: row.permanent_link_id,
    status: status === 'canceled' || isSuspended(row, status) ? 'closed' : status,
    ...wishes(row, row),
    questions: currentQuestions(row),
    edition: row.permanent_link_id === null ? null : editionOf(row),
    expiresAt: row.expires_at,
    submittedAt: waits ? row.held_at : row.submitted_at,
    code: row.unique_code,
    locale: row.locale,
    accessCode: null,
    host: hostOf(row),
    policy: strictest(readPolicy(row.host_evidence_policy), row.evidence_policy),
    urls: allowedReturnUrls(row, row.host_allowed_origins),
    origins: allowedOrigins(row.host_allowed_origins, row.environment),
  };
}

export function linkTarget(row: PermanentLinkRow & HostColumns, now: number): CaptureTarget {
  return {
    kind: 'link',
    key: row.slug,
    owner: { workspaceId: row.workspace_id, environment: row.environment },
    requestId: null,
    permanentLinkId: row.id,
    status: isUsable(row, now) ? 'pending' : 'closed',
    ...wishes(row, { ...row, reviews: null, status: 'pending', submitted_at: null }),
    questions: questionsOf(row),
    edition: editionOf(row),
    expiresAt: row.expires_at,
    submittedAt: null,
    code: row.unique_code,
    locale: null,
    accessCode: row.access_code,
    host: hostOf(row),
    policy: strictest(readPolicy(row.host_evidence_policy), row.evidence_policy),
    urls: allowedReturnUrls(row, row.host_allowed_origins),
    origins: allowedOrigins(row.host_allowed_origins, row.environment),
  };
}

/** Throws what a customer has to be told when the target takes nothing any more. */
export function requireOpen(target: CaptureTarget): void {
  switch (target.status) {
    case 'submitted':
      throw new ServiceError(
        'request_submitted',
        'This photo request was already submitted. Create a new one for more photos.',
      );
    case 'expired':
      throw requestExpired();
    case 'closed':
      throw requestClosed();
  }
}

export function requestGone(): ServiceError {
  return new ServiceError('request_gone', 'This photo request no longer exists.');
}

/** The page was opened before the team asked for changes, or changed the link: it shows other photos than are wanted now. */
export function roundOver(): ServiceError {
  return new ServiceError('round_over', 'Other photos are wanted by now. Reload the page.');
}

/** Without a page no one says which edition they mean. */
export function requireEdition(link: CaptureTarget, edition: string | undefined): void {
  if (edition !== undefined && edition !== link.edition) throw roundOver();
}

export function requestExpired(): ServiceError {
  return new ServiceError('request_expired', 'This photo request has expired.');
}

export function requestClosed(): ServiceError {
  return new ServiceError('request_closed', 'This photo request is closed.');
}

function isUsable(row: PermanentLinkRow & HostColumns, now: number): boolean {
  return (
    row.is_active === 1 &&
    row.host_suspended_at === null &&
    (row.expires_at === null || row.expires_at > now) &&
    (row.max_submissions === null || row.submission_count < row.max_submissions)
  );
}

/** A suspended workspace takes no more photos; what was submitted before is still said to be. */
function isSuspended(row: HostColumns, status: PhotoRequestStatus): boolean {
  return row.host_suspended_at !== null && status !== 'submitted';
}

function wishes(
  {
    instructions,
    translations,
    host_plan,
  }: Pick<PhotoRequestRow, 'instructions' | 'translations'> & HostColumns,
  reviewed: Parameters<typeof roundsOf>[0],
) {
  const rounds = roundsOf(reviewed);
  return {
    instructions,
    translations: translationsOf({ translations }),
    round: rounds.current,
    message: rounds.current === 1 ? null : (rounds.decisions.at(-1)?.message ?? null),
    places: rounds.places(planOf(host_plan).photosPerRequest),
    isFree: rounds.current === 1 && rounds.slots.length === 0,
  };
}

/** A visit to a permanent link copies these with its first photo, and keeps them when the link is changed. */
function editionOf({
  instructions,
  photo_slots,
  questions,
  translations,
}: Pick<PhotoRequestRow, 'instructions' | 'photo_slots' | 'questions' | 'translations'>): string {
  return hash('sha256', JSON.stringify([instructions, photo_slots, questions, translations]), 'base64url');
}

/** What a link's page shows whose visit has begun: what was asked for then. */
export function asBegun(link: CaptureTarget, visit: CaptureTarget): CaptureTarget {
  const { instructions, translations, places, isFree, questions, edition } = visit;
  return { ...link, instructions, translations, places, isFree, questions, edition };
}

function hostOf(row: HostColumns): CaptureTarget['host'] {
  return { name: row.host_name, brandColor: row.host_brand_color, logoKey: row.host_logo_key };
}
