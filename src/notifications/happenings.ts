import type { MailContent } from '../email/mail-kinds.ts';
import type { HappeningKind, NotificationRow } from '../platform/db/tables.ts';

/** A member who did something that others are told of. */
interface ByMember {
  by: string;
  by_id: string;
  /** Whom it concerns. */
  user_ids: string[];
}

/** What is kept of each kind until everyone was told. */
export interface HappeningContent {
  submitted: Record<string, never>;
  /** A submission that the team has to decide about. */
  review: Record<string, never>;
  mentioned: ByMember;
  assigned: ByMember;
  /** What the email about it says. */
  endpoint_failing: Omit<MailContent['webhook_disabled'], 'user_id'>;
  archive_failing: ArchiveContent;
  quota: QuotaContent;
}

export interface ArchiveContent {
  /** The bucket, or the host of the folder. */
  name: string;
  reason: string;
  /** Files are not tried any more; otherwise they wait. */
  is_given_up: boolean;
}

export interface QuotaContent {
  percent: number;
  limit: number;
  /** null: the quota does not renew. */
  resets_at: number | null;
}

/** What a member's own row says beside its request: nothing that is not in the application anyway. */
export interface ShownContent {
  by?: string;
  endpoint?: { id: string; name: string };
  archive?: { name: string; is_given_up: boolean };
  percent?: number;
}

export function shownContent(kind: HappeningKind, content: string): ShownContent {
  const told = JSON.parse(content) as Partial<
    ByMember & QuotaContent & ArchiveContent & HappeningContent['endpoint_failing']
  >;
  if (kind === 'mentioned' || kind === 'assigned') return { by: told.by ?? '' };
  if (kind === 'quota') return { percent: told.percent ?? 0 };
  if (kind === 'archive_failing')
    return { archive: { name: told.name ?? '', is_given_up: told.is_given_up ?? false } };
  if (kind === 'endpoint_failing')
    return { endpoint: { id: told.endpoint_id ?? '', name: told.endpoint_name ?? '' } };
  return {};
}

export function contentOf({ content }: Pick<NotificationRow, 'content'>): ShownContent {
  return JSON.parse(content);
}
