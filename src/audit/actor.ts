/** A person who is signed in, or the operator, who has no account. */
export interface AuditActor {
  userId: string | null;
  /** null: the operator. */
  email: string | null;
  ipAddress: string | null;
}

/**
 * Who wants something done. Every use case takes one first. People and the operator are named in the audit log; an API
 * client is known by its key, and its calls stand in the server's log, and those that decide where photos go in both.
 */
export type Actor = AuditActor | { keyId: string };

/** Whoever runs commands on the server. */
export const OPERATOR: AuditActor = { userId: null, email: null, ipAddress: null };
