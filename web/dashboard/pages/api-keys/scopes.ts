import type { Scope } from '../../../../src/shared/scopes.ts';

const TEXTS: Record<Scope, { label: string; description: string }> = {
  'photo_requests:read': {
    label: 'Read photo requests',
    description: 'List requests, view one, and get its photos.',
  },
  'photo_requests:write': {
    label: 'Write photo requests',
    description: 'Create, cancel, extend and delete requests.',
  },
  'permanent_links:read': { label: 'Read permanent links', description: 'List links and their submissions.' },
  'permanent_links:write': {
    label: 'Write permanent links',
    description: 'Create, change and delete links.',
  },
  'webhooks:read': {
    label: 'Read webhooks',
    description: 'List endpoints and what was sent to them, photo links included.',
  },
  'webhooks:write': {
    label: 'Write webhooks',
    description: 'Create, change and delete endpoints: decides where all photos are sent.',
  },
  'members:read': {
    label: 'Read members',
    description: 'List members with their email addresses, and what they are told of.',
  },
  'members:write': {
    label: 'Write members’ notifications',
    description: 'Choose what members hear of, and mark it as read.',
  },
  'stats:read': { label: 'Read statistics', description: 'Plan, usage and counts.' },
};

export const SCOPES = (Object.keys(TEXTS) as Scope[]).map((scope) => ({ scope, ...TEXTS[scope] }));

/** "Full access", or the list of permissions. */
export function summaryOf(scopes: readonly Scope[]): string {
  if (scopes.length === SCOPES.length) return 'Full access';
  // A node of another release may name one that this page does not know.
  return scopes.map((scope) => TEXTS[scope]?.label ?? scope).join(', ');
}
