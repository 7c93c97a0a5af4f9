import { SCOPES, type Scope } from '../shared/scopes.ts';

/** Full access includes the scopes that a later release adds. */
const EVERYTHING = '*';
/** With the scopes of today, for nodes of the previous release that run beside this one. */
const FULL_ACCESS = JSON.stringify([...SCOPES, EVERYTHING]);
/** As earlier releases stored it: all the scopes that there were. */
const FORMER_FULL_ACCESS = JSON.stringify([
  'photo_requests:read',
  'photo_requests:write',
  'permanent_links:read',
  'permanent_links:write',
  'stats:read',
]);

/** Undefined: full access. */
export function storeScopes(scopes: readonly Scope[] | undefined): string {
  const isFull = scopes === undefined || SCOPES.every((scope) => scopes.includes(scope));
  return isFull ? FULL_ACCESS : JSON.stringify(scopes);
}

/** Nearly every key has full access: no need to parse its scopes at every call. */
export function readScopes(stored: string): readonly Scope[] {
  if (stored === FULL_ACCESS || stored === FORMER_FULL_ACCESS) return SCOPES;
  const scopes: (Scope | typeof EVERYTHING)[] = JSON.parse(stored);
  return scopes.includes(EVERYTHING) ? SCOPES : (scopes as Scope[]);
}
