import type { WorkspaceRow } from '../platform/db/tables.ts';
import { type CallLimits, DEFAULT_LIMITS } from '../platform/http/rate-limit.ts';

/** How many API calls a workspace may make: what the operator set for it, or the ordinary limits. */
export function callLimitsOf(row: Pick<WorkspaceRow, 'rate_per_minute' | 'rate_per_hour'>): CallLimits {
  return {
    perMinute: row.rate_per_minute ?? DEFAULT_LIMITS.perMinute,
    perHour: row.rate_per_hour ?? DEFAULT_LIMITS.perHour,
  };
}
