import type { Clock } from '../platform/clock.ts';
import type { Queries } from '../platform/db/database.ts';
import type { IdentityTokenKind, IdentityTokenRow } from '../platform/db/tables.ts';
import { ServiceError } from '../platform/errors.ts';
import type { Ids } from '../platform/ids.ts';
import type { Random } from '../platform/random.ts';
import { hashToken, newToken } from '../platform/tokens.ts';
import type { Role } from '../shared/roles.ts';
import type { TokenRepository } from './token-repository.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const LIFETIME_MS: Record<IdentityTokenKind, number> = {
  verify_email: 3 * DAY_MS,
  reset_password: HOUR_MS,
  invitation: 7 * DAY_MS,
  set_up: 3 * DAY_MS,
};

export interface NewIdentityToken {
  kind: IdentityTokenKind;
  email: string;
  /** Whose link it is; of an invitation, who invites. */
  userId?: string;
  workspaceId?: string;
  role?: Role;
}

export type IdentityTokens = ReturnType<typeof createIdentityTokens>;

/** What the emailed and printed links carry: stored as a hash, good once and not for ever. */
export function createIdentityTokens(deps: {
  tokenRepository: TokenRepository;
  ids: Ids;
  clock: Clock;
  random: Random;
}) {
  const { tokenRepository: repository, ids, clock, random } = deps;

  return {
    async issue(trx: Queries, input: NewIdentityToken) {
      const now = clock();
      // The log knows this form and blackens it where it stands in a path.
      const token = newToken(random);
      const row: IdentityTokenRow = {
        token_hash: hashToken(token),
        kind: input.kind,
        id: ids.next('invitation', now),
        email: input.email,
        user_id: input.userId ?? null,
        workspace_id: input.workspaceId ?? null,
        role: input.role ?? null,
        created_at: now,
        expires_at: now + LIFETIME_MS[input.kind],
      };
      await repository.insert(trx, row);
      return { id: row.id, token, expiresAt: row.expires_at };
    },

    /** Without using it up. */
    async look(kind: IdentityTokenKind, token: string): Promise<IdentityTokenRow> {
      const row = await repository.find(kind, hashToken(token), clock());
      if (row === undefined) throw linkExpired();
      return row;
    },

    /** Of several at the same time, one gets it. */
    async take(trx: Queries, kind: IdentityTokenKind, token: string): Promise<IdentityTokenRow> {
      const row = await repository.take(trx, kind, hashToken(token), clock());
      if (row === undefined) throw linkExpired();
      return row;
    },

    /** Older links of a person lose their power. */
    deleteOf: repository.deleteOfUser,

    /** A new address that was not confirmed yet is not waited for any more. */
    deleteAddressChanges: repository.deleteAddressChanges,

    deleteAll: repository.deleteAll,
  };
}

/** The same for used, expired and invented ones. */
export function linkExpired(): ServiceError {
  return new ServiceError('link_expired', 'This link has been used or has expired. Request a new one.');
}
