import type { Database, Queries } from './database.ts';
import type { Owner } from './tables.ts';

/** After the commit, tells the open pages of the web application that something changed in an environment. */
export function announceActivity(
  { afterCommit, signals }: Pick<Database, 'afterCommit' | 'signals'>,
  trx: Queries,
  owner: Owner,
): void {
  afterCommit(trx, () => signals.send('activity', activityOf(owner)));
}

/** The same of what members are told of: of those who look, only they have something to read again. */
export function announceNotifications(
  { afterCommit, signals }: Pick<Database, 'afterCommit' | 'signals'>,
  trx: Queries,
  owner: Owner,
): void {
  afterCommit(trx, () => signals.send('activity', notificationsOf(owner)));
}

export function notificationsOf(owner: Owner): string {
  return `${activityOf(owner)}/notifications`;
}

/** How an environment of a workspace is named in the signal. */
export function activityOf({ workspaceId, environment }: Owner): string {
  return `${workspaceId}/${environment}`;
}
