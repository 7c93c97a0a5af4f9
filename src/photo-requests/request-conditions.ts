import type { ExpressionBuilder } from 'kysely';
import { isLiterally, notByIndex } from '../platform/db/planner-hints.ts';
import { type Owner, ownerColumns, type PhotoRequestStatus, type Tables } from '../platform/db/tables.ts';
import { firstIdAt } from '../platform/ids.ts';
import type { PhotoRequestFilters } from './query-schema.ts';
import { isOpenStatus, OPEN_STATUSES } from './status.ts';

export type Requests = ExpressionBuilder<Tables, 'photo_requests'>;

/** A visit to a permanent link shows, and counts, from its first submission on. */
export function isListed(eb: Requests) {
  return eb.or([isLiterally('type', 'one_time'), eb(notByIndex('submitted_at'), 'is not', null)]);
}

/** As it was written down. */
export function isStored(status: PhotoRequestStatus) {
  return isLiterally('status', status);
}

const isOpen = isLiterally('status', ...OPEN_STATUSES);

export function isOverdue(now: number) {
  return (eb: Requests) => eb.and([isOpen, eb('expires_at', '<=', now)]);
}

/** A request past its time is expired, whether or not that was written down yet. */
export function hasStatus(status: PhotoRequestStatus, now: number) {
  return (eb: Requests) => {
    const isWritten = isStored(status);
    if (isOpenStatus(status)) return eb.and([isWritten, eb(notByIndex('expires_at'), '>', now)]);
    return status === 'expired' ? eb.or([isWritten, isOverdue(now)(eb)]) : isWritten;
  };
}

/** Everything that the list is filtered by, but the status. */
export function matches(filters: PhotoRequestFilters) {
  const { type, permanent_link_id, external_id, is_held } = filters;
  return (eb: Requests) =>
    eb.and([
      isWithin(filters)(eb),
      ...(is_held === undefined ? [] : [waits(is_held === 'true')(eb)]),
      ...(type === undefined ? [] : [isLiterally('type', type)]),
      ...(permanent_link_id === undefined ? [] : [eb('permanent_link_id', '=', permanent_link_id)]),
      ...(external_id === undefined ? [] : [eb('external_id', '=', external_id)]),
    ]);
}

/** What waits for review is found among what is in progress, which an index lists. */
function waits(isHeld: boolean) {
  return (eb: Requests) =>
    isHeld
      ? eb.and([isStored('in_progress'), eb('held_at', 'is not', null)])
      : eb.or([eb('held_at', 'is', null), eb('status', '<>', 'in_progress')]);
}

/** Of those of the owner; a list of its own that is short beside that of the requests. */
export function hasWarnings(owner: Owner, { has_warnings }: PhotoRequestFilters) {
  return (eb: Requests) => {
    if (has_warnings === undefined) return eb.and([]);
    const warned = eb
      .selectFrom('request_warnings')
      .select('request_id')
      .where((warning) => warning.and(ownerColumns(owner)));
    return eb('id', has_warnings === 'true' ? 'in' : 'not in', warned);
  };
}

/** The same of those that the team has yet to decide about. */
export function needsReview(owner: Owner, { needs_review }: PhotoRequestFilters) {
  return (eb: Requests) => {
    if (needs_review === undefined) return eb.and([]);
    const pending = eb
      .selectFrom('pending_reviews')
      .select('request_id')
      .where((review) => review.and(ownerColumns(owner)));
    return eb('id', needs_review === 'true' ? 'in' : 'not in', pending);
  };
}

/** The same of those that a member takes care of. */
export function isAssigned(owner: Owner, { assignee_id }: PhotoRequestFilters) {
  return (eb: Requests) => {
    if (assignee_id === undefined) return eb.and([]);
    const assigned = eb
      .selectFrom('assignments')
      .select('request_id')
      .where((assignment) => assignment.and({ ...ownerColumns(owner), user_id: assignee_id }));
    return eb('id', 'in', assigned);
  };
}

/** Ids begin with the time of creation, so that times become a range of the index that the list walks along. */
export function isWithin(times: Pick<PhotoRequestFilters, 'created_after' | 'created_before'>) {
  const { created_after, created_before } = times;
  return (eb: Requests) =>
    eb.and([
      ...(created_after === undefined ? [] : [eb('id', '>=', firstIdAt('photoRequest', created_after))]),
      ...(created_before === undefined ? [] : [eb('id', '<', firstIdAt('photoRequest', created_before))]),
    ]);
}
