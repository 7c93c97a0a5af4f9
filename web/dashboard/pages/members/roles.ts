import type { Role } from '../../../../src/shared/roles.ts';

export interface RoleText {
  role: Role;
  name: string;
  may: string;
}

/** From the least to the most. */
export const ROLES: readonly RoleText[] = [
  { role: 'viewer', name: 'Viewer', may: 'Can view requests, photos and reports.' },
  {
    role: 'member',
    name: 'Member',
    may: 'Can also create, extend, cancel and delete photo requests and permanent links.',
  },
  {
    role: 'admin',
    name: 'Admin',
    may: 'Can also manage API keys, webhooks, settings and members, and read the audit log.',
  },
  {
    role: 'owner',
    name: 'Owner',
    may: 'Can also rename the workspace, view webhook secrets and manage owners.',
  },
];

const NAMES = Object.fromEntries(ROLES.map(({ role, name }) => [role, name])) as Record<Role, string>;

export function nameOfRole(role: Role): string {
  return NAMES[role];
}

/** "a viewer", "an admin" */
export function withArticle(role: Role): string {
  return `${/^[ao]/.test(role) ? 'an' : 'a'} ${nameOfRole(role).toLowerCase()}`;
}
