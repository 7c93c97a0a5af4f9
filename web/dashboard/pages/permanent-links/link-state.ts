import type { PermanentLink } from '../../../../src/permanent-links/schema.ts';
import { sizeText } from '../photo-requests/detail/photo-text.ts';

export interface LinkState {
  text: string;
  tone: 'good' | 'quiet' | 'warn';
  /** Whether a customer can send photos through it now. */
  isOpen: boolean;
}

export function stateOf(
  link: Pick<PermanentLink, 'is_active' | 'expires_at' | 'max_submissions' | 'submission_count'>,
  now: number,
): LinkState {
  const { is_active, expires_at, max_submissions, submission_count } = link;
  if (!is_active) return { text: 'Off', tone: 'quiet', isOpen: false };
  if (expires_at !== null && Date.parse(expires_at) <= now)
    return { text: 'Expired', tone: 'quiet', isOpen: false };
  if (max_submissions !== null && submission_count >= max_submissions)
    return { text: 'Full', tone: 'warn', isOpen: false };
  return { text: 'Active', tone: 'good', isOpen: true };
}

export function submissionsText({
  submission_count,
  max_submissions,
}: Pick<PermanentLink, 'submission_count' | 'max_submissions'>): string {
  const count = submission_count.toLocaleString('en');
  return max_submissions === null ? count : `${count} of ${max_submissions.toLocaleString('en')}`;
}

/** "3 drafts, 12.5 MB"; undefined when there are none. */
export function draftsText(drafts: { count: number; bytes: number }): string | undefined {
  const { count, bytes } = drafts;
  if (count === 0) return undefined;
  return `${count.toLocaleString('en')} ${count === 1 ? 'draft' : 'drafts'}, ${sizeText(bytes)}`;
}

export function addressLimitText({
  daily_limit_per_address: limit,
}: Pick<PermanentLink, 'daily_limit_per_address'>): string {
  if (limit === null) return 'Default';
  return `${limit.toLocaleString('en')} ${limit === 1 ? 'submission' : 'submissions'} a day`;
}
