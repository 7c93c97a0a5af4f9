import type { Role } from '../../api/types.ts';

export interface RoleText {
  role: Role;
  name: string;
  may: string;
}

/** From the least to the most. */
export const ROLES: readonly RoleText[] = [
  { role: 'viewer', name: 'Viewer', may: 'Sees requests, photos and reports. Changes nothing.' },
  {
    role: 'member',
    name: 'Member',
    may: 'Also creates, extends, cancels and deletes photo requests and permanent links.',
  },
  {
    role: 'admin',
    name: 'Admin',
    may: 'Also manages API keys, webhooks, settings and members, and reads the audit log.',
  },
  {
    role: 'owner',
    name: 'Owner',
    may: 'Also renames the workspace, sees webhook secrets, and decides who else is an owner.',
  },
];

const NAMES = Object.fromEntries(ROLES.map(({ role, name }) => [role, name])) as Record<Role, string>;

export function nameOfRole(role: Role): string {
  return NAMES[role];
}
