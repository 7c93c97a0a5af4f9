import type { WorkspaceMember } from './member-label.ts';
import { useWorkspaceQuery } from './queries.ts';

/** Those of the workspace; none until they are known. */
export function useMembers(): WorkspaceMember[] {
  return useWorkspaceQuery<WorkspaceMember[]>('members').data ?? [];
}
