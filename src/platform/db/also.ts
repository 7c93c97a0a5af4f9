import type { Queries } from './database.ts';

/** What is written in the same transaction as a change, such as who made it: both are there afterwards, or neither. */
export type Also<Result> = (transaction: Queries, result: Result) => Promise<void>;

export async function nothingElse(): Promise<void> {}
