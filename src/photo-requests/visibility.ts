import type { PhotoRequestRow } from '../platform/db/tables.ts';
import { notFound } from '../platform/errors.ts';

/** What the team can see of its requests: a visit to a permanent link is its customer's own until it is first submitted. */
export function isShown({ type, submitted_at }: Pick<PhotoRequestRow, 'type' | 'submitted_at'>): boolean {
  return type === 'one_time' || submitted_at !== null;
}

/** The one rule of who is found: a row that is there and shown. What was looked up and is not there has no id. */
export function requireShown(row: PhotoRequestRow | { id: null } | undefined): PhotoRequestRow {
  if (row === undefined || row.id === null || !isShown(row)) throw notFound('The photo request');
  return row;
}
