/** What a key may do. A new key has all of them. */
export const SCOPES = [
  'photo_requests:read',
  'photo_requests:write',
  'permanent_links:read',
  'permanent_links:write',
  'webhooks:read',
  'webhooks:write',
  'members:read',
  'members:write',
  'stats:read',
] as const;

export type Scope = (typeof SCOPES)[number];
