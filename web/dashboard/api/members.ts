import type { membersResponse } from '../../../src/identity/web-schema.ts';
import { useWorkspaceQuery } from './queries.ts';
import type { DataOf } from './types.ts';

export type WorkspaceMember = DataOf<typeof membersResponse>[number];

/** Those of the workspace; none until they are known. */
export function useMembers(): WorkspaceMember[] {
  return useWorkspaceQuery<WorkspaceMember[]>('members').data ?? [];
}

/** How people call them. */
export function labelOf({ name, email }: Pick<WorkspaceMember, 'name' | 'email'>): string {
  return name ?? email;
}
