import { FORMER_SCOPES, SCOPES, type Scope } from '../shared/scopes.ts';

const FULL_ACCESS = [SCOPES, ...FORMER_SCOPES].map((scopes) => JSON.stringify(scopes));

/** Undefined: full access. A list, so that the previous release can read it: it may run beside this one, or come back. */
export function storeScopes(scopes: readonly Scope[] = SCOPES): string {
  const isFull = SCOPES.every((scope) => scopes.includes(scope));
  return JSON.stringify(isFull ? SCOPES : scopes);
}

/** Nearly every key has full access: no need to parse its scopes at every call. */
export function readScopes(stored: string): readonly Scope[] {
  return FULL_ACCESS.includes(stored) ? SCOPES : JSON.parse(stored);
}
