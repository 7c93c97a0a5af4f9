import { SCOPES, type Scope } from '../shared/scopes.ts';

const EVERYTHING = '*';

/** How the first releases stored full access: as the list of all that there was. */
const FIRST_SCOPES = [
  'photo_requests:read',
  'photo_requests:write',
  'permanent_links:read',
  'permanent_links:write',
  'stats:read',
];
const FORMER_FULL_ACCESS = JSON.stringify(FIRST_SCOPES);

/**
 * Whatever scopes are to come. The list behind the star is for a node of those releases, which may run beside this one or
 * come back, and knows no star.
 */
const FULL_ACCESS = JSON.stringify([EVERYTHING, ...FIRST_SCOPES]);

/** Undefined: full access. */
export function storeScopes(scopes: readonly Scope[] = SCOPES): string {
  if (SCOPES.every((scope) => scopes.includes(scope))) return FULL_ACCESS;
  // Sorted, no choice of scopes looks like the list that once meant everything.
  return JSON.stringify([...scopes].sort());
}

/** Nearly every key has full access: no need to parse its scopes at every call. */
export function readScopes(stored: string): readonly Scope[] {
  return stored === FULL_ACCESS || stored === FORMER_FULL_ACCESS ? SCOPES : JSON.parse(stored);
}
