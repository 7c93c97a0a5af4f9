import type { membersResponse } from '../../../src/identity/web-schema.ts';
import type { DataOf } from './types.ts';

export type WorkspaceMember = DataOf<typeof membersResponse>[number];

/** How people call them. */
export function labelOf({ name, email }: Pick<WorkspaceMember, 'name' | 'email'>): string {
  return name ?? email;
}
