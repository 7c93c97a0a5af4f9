import type { RawBuilder, SelectQueryBuilder } from 'kysely';
import type { Queries } from '../platform/db/database.ts';
import type { Environment, Flag, Tables } from '../platform/db/tables.ts';
import { callLimitsOf } from '../workspaces/call-limits.ts';
import { planOf } from '../workspaces/plans.ts';
import type { Caller } from './caller.ts';
import { readScopes } from './stored-scopes.ts';

export interface CallerColumns {
  caller_key_id: string;
  caller_is_active: Flag;
  caller_last_used_at: number | null;
  caller_scopes: string;
  caller_environment: Environment;
  caller_workspace_id: string;
  caller_plan: string;
  caller_plan_started_at: number;
  caller_suspended_at: number | null;
  caller_ip_allow_list: string | null;
  caller_rate_per_minute: number | null;
  caller_rate_per_hour: number | null;
  caller_lifetime_photos: number;
  caller_period_photos: number;
  caller_period_started_at: number | null;
}

export type CallerTables = Tables & { k: Tables['api_keys']; w: Tables['workspaces'] };

/**
 * The key with this hash, with its workspace. A feature joins its own object to this, so that one call costs
 * one round trip: on PostgreSQL two queries halve the throughput.
 */
export function selectCaller(
  db: Queries,
  hash: RawBuilder<string>,
): SelectQueryBuilder<CallerTables, 'k' | 'w', CallerColumns> {
  return db
    .selectFrom('api_keys as k')
    .innerJoin('workspaces as w', 'w.id', 'k.workspace_id')
    .where('k.hash', '=', hash)
    .select([
      'k.id as caller_key_id',
      'k.is_active as caller_is_active',
      'k.last_used_at as caller_last_used_at',
      'k.scopes as caller_scopes',
      'k.environment as caller_environment',
      'w.id as caller_workspace_id',
      'w.plan as caller_plan',
      'w.plan_started_at as caller_plan_started_at',
      'w.suspended_at as caller_suspended_at',
      'w.ip_allow_list as caller_ip_allow_list',
      'w.rate_per_minute as caller_rate_per_minute',
      'w.rate_per_hour as caller_rate_per_hour',
      'w.lifetime_photos as caller_lifetime_photos',
      'w.period_photos as caller_period_photos',
      'w.period_started_at as caller_period_started_at',
    ]) as SelectQueryBuilder<CallerTables, 'k' | 'w', CallerColumns>;
}

export function toCaller(row: CallerColumns): Caller {
  return {
    workspaceId: row.caller_workspace_id,
    environment: row.caller_environment,
    keyId: row.caller_key_id,
    keyLastUsedAt: row.caller_last_used_at,
    scopes: readScopes(row.caller_scopes),
    plan: planOf(row.caller_plan),
    usage: {
      plan: row.caller_plan,
      plan_started_at: row.caller_plan_started_at,
      lifetime_photos: row.caller_lifetime_photos,
      period_photos: row.caller_period_photos,
      period_started_at: row.caller_period_started_at,
    },
    isSuspended: row.caller_suspended_at !== null,
    ipAllowList: row.caller_ip_allow_list === null ? null : JSON.parse(row.caller_ip_allow_list),
    callLimits: callLimitsOf({
      rate_per_minute: row.caller_rate_per_minute,
      rate_per_hour: row.caller_rate_per_hour,
    }),
  };
}
