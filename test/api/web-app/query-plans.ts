import type { Database } from '../../../src/platform/db/database.ts';
import { type Plan, plansOf as plansOfQueries } from '../../helpers/explain.ts';

export type { Plan };

/** A walk over a whole table. SQLite says SCAN also for a whole index, which is as bad; the days, the parts of a sum, sums of unsent photos and what is given as JSON are a handful of values. */
export const SCAN = /\bSCAN (?!ranges\b|parts\b|unsent\b|json_each\b|\d+ CONSTANT)|Seq Scan/;

/** Lets a part of the service run its queries, notes them, and asks the engine how it would run each. */
export function plansOf(database: Database, use: (recording: Database) => Promise<unknown>): Promise<Plan[]> {
  return plansOfQueries(database, use, { areRun: true });
}
