export type Environment = 'live' | 'test';
export type Flag = 0 | 1;

/** Who owns a thing. Every look-up of an owned thing starts with this. */
export interface Owner {
  workspaceId: string;
  environment: Environment;
}

/** For `eb.and(ownerColumns(owner))`. */
export function ownerColumns(owner: Owner): { workspace_id: string; environment: Environment } {
  return { workspace_id: owner.workspaceId, environment: owner.environment };
}
