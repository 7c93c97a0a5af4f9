import { STATUSES, TYPES } from '../../../../../src/shared/request-states.ts';
import { momentOf, toTimestamp } from '../parts/zoned-time.ts';

/** What is held is in progress to everyone but the team. What is to be reviewed was submitted. */
const SHOWN_STATUSES = [...STATUSES, 'held', 'review'] as const;

/** What the address says to show. Dates are calendar days of the workspace, both included. */
export interface ListFilters {
  status: (typeof SHOWN_STATUSES)[number] | '';
  type: (typeof TYPES)[number] | '';
  /** Only those with a photo that a check warned of. */
  warnings: 'true' | '';
  /** Only those assigned to the reader. */
  assignee: 'me' | '';
  from: string;
  to: string;
  search: string;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_MS = 86_400_000;

export function filtersOf(address: URLSearchParams): ListFilters {
  const known = <T extends string>(name: string, values: readonly T[]): T | '' =>
    values.find((value) => value === address.get(name)) ?? '';
  const day = (name: string) => {
    const value = address.get(name) ?? '';
    return DAY.test(value) && !Number.isNaN(Date.parse(value)) ? value : '';
  };
  return {
    status: known('status', SHOWN_STATUSES),
    type: known('type', TYPES),
    warnings: known('warnings', ['true']),
    assignee: known('assignee', ['me']),
    from: day('from'),
    to: day('to'),
    search: (address.get('search') ?? '').slice(0, 200),
  };
}

export function addressOf(filters: ListFilters): URLSearchParams {
  return new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== ''));
}

/** Everything. */
export const NO_FILTERS: ListFilters = {
  status: '',
  type: '',
  warnings: '',
  assignee: '',
  from: '',
  to: '',
  search: '',
};

/** The same as the server's list takes it. */
export function queryOf(filters: ListFilters, timeZone: string): Record<string, string | undefined> {
  const { status, type, warnings, assignee, from, to, search } = filters;
  return {
    ...statusQuery(status),
    type: type || undefined,
    has_warnings: warnings || undefined,
    assignee: assignee || undefined,
    created_after: startOf(from, timeZone),
    created_before: startOf(dayAfter(to), timeZone),
    search: search.trim() || undefined,
  };
}

function statusQuery(status: ListFilters['status']): Record<string, string | undefined> {
  if (status === 'held') return { is_held: 'true' };
  if (status === 'review') return { needs_review: 'true' };
  return { status: status || undefined, is_held: status === 'in_progress' ? 'false' : undefined };
}

function startOf(day: string, timeZone: string): string | undefined {
  const at = day === '' ? null : momentOf(`${day}T00:00`, timeZone);
  return at === null ? undefined : toTimestamp(at);
}

function dayAfter(day: string): string {
  return day === '' ? '' : new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10);
}
