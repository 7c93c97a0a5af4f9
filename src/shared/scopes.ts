/** What a key may do. A new key has all of them. */
export const SCOPES = [
  'photo_requests:read',
  'photo_requests:write',
  'permanent_links:read',
  'permanent_links:write',
  'stats:read',
] as const;

/**
 * All scopes as earlier releases had them. Full access is stored as the list of its day: whoever adds a scope puts the list
 * before it here, and keys with full access get the new one too.
 */
export const FORMER_SCOPES: readonly (readonly string[])[] = [];

export type Scope = (typeof SCOPES)[number];
