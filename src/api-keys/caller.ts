import type { Owner } from '../platform/db/tables.ts';
import type { CallLimits } from '../platform/http/rate-limit.ts';
import type { Scope } from '../shared/scopes.ts';
import type { Plan } from '../workspaces/plans.ts';
import type { UsageColumns } from '../workspaces/quota.ts';

/** Who makes an API call: one key of one workspace. */
export interface Caller extends Owner {
  keyId: string;
  keyLastUsedAt: number | null;
  scopes: readonly Scope[];
  plan: Plan;
  usage: UsageColumns;
  isSuspended: boolean;
  /** null: every address may call. */
  ipAllowList: readonly string[] | null;
  callLimits: CallLimits;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by authentication on every route behind an API key. */
    caller: Caller;
    /** What the route's `load` found beside the caller. */
    loaded: unknown;
  }
}
