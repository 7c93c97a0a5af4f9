import type { Owner } from '../platform/db/tables.ts';
import type { CallLimits } from '../platform/http/rate-limit.ts';
import type { Role } from '../shared/roles.ts';
import type { Plan } from '../workspaces/plans.ts';
import type { UsageColumns } from '../workspaces/quota.ts';

/** A person who acts, and from where. */
export interface Person {
  userId: string;
  email: string;
  ipAddress: string;
}

/** Who is signed in. */
export interface WebSession extends Person {
  sessionId: string;
  name: string | null;
  /** When the password was last given in this session. */
  confirmedAt: number | null;
}

/** Who is signed in, in the workspace and the environment that the address names. */
export interface Member extends WebSession, Owner {
  role: Role;
  workspaceName: string;
  plan: Plan;
  usage: UsageColumns;
  /** Of the workspace, over all its keys and members. */
  callLimits: CallLimits;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on every route of the web application that needs someone who is signed in. */
    webSession: WebSession;
    /** Set on every route of a workspace in the web application. */
    member: Member;
  }
}
