import type { Role } from '../shared/roles.ts';

/** A person who is signed in, or the operator, who has no account. */
export interface AuditActor {
  userId: string | null;
  /** null: the operator. */
  email: string | null;
  ipAddress: string | null;
}

/** A member of a workspace, with what their rights depend on. */
export interface MemberActor extends AuditActor {
  userId: string;
  role: Role;
  /** When the password was last given in their session. */
  confirmedAt: number | null;
}

/** Whoever runs commands on the server, and may do everything. */
export interface Operator extends AuditActor {
  userId: null;
  email: null;
  ipAddress: null;
}

/**
 * Who wants something done. Every use case takes one first. People and the operator are named in the audit log; an API
 * client is known by its key, and its calls stand in the server's log, and those that decide where photos go in both.
 */
export type Actor = AuditActor | { keyId: string };

export const OPERATOR: Operator = { userId: null, email: null, ipAddress: null };
