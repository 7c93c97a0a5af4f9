import type { Role } from '../../../src/shared/roles.ts';
import type { IconName } from '../components/icon.tsx';

export interface Destination {
  /** Path within the workspace; empty for the overview. */
  page: string;
  label: string;
  /** For the narrow bar of phones. */
  short?: string;
  icon: IconName;
  /** Carries how many submissions wait for a decision. */
  countsReviews?: true;
  /** Phones show it in the menu alone: their bar has room for few. */
  isInMenu?: true;
  /** The least role that can use it; those below do not see it. */
  least: Role;
}

export interface DestinationGroup {
  title: string | null;
  items: Destination[];
}

export const NAVIGATION: DestinationGroup[] = [
  {
    title: null,
    items: [
      { page: '', label: 'Overview', icon: 'home', least: 'viewer' },
      { page: 'photo-requests', label: 'Photo requests', short: 'Requests', icon: 'camera', least: 'viewer' },
      { page: 'review', label: 'Review', icon: 'eye', least: 'viewer', countsReviews: true },
      { page: 'permanent-links', label: 'Permanent links', short: 'Links', icon: 'link', least: 'viewer' },
      { page: 'templates', label: 'Templates', icon: 'template', least: 'viewer', isInMenu: true },
    ],
  },
  {
    title: 'Integrate',
    items: [
      { page: 'api-keys', label: 'API keys', short: 'Keys', icon: 'key', least: 'admin' },
      { page: 'webhooks', label: 'Webhooks', icon: 'webhook', least: 'admin' },
    ],
  },
  {
    title: 'Workspace',
    items: [
      { page: 'members', label: 'Members', icon: 'users', least: 'viewer' },
      { page: 'plan', label: 'Plan and usage', icon: 'gauge', least: 'viewer' },
      { page: 'live-proof', label: 'Live proof', icon: 'shield', least: 'viewer' },
      { page: 'emails', label: 'Emails', icon: 'mail', least: 'admin' },
      { page: 'archive', label: 'Archive', icon: 'archive', least: 'admin' },
      { page: 'settings', label: 'Settings', icon: 'sliders', least: 'admin' },
      { page: 'audit-log', label: 'Audit log', icon: 'history', least: 'admin' },
    ],
  },
];

export function visibleGroups(can: (least: Role) => boolean): DestinationGroup[] {
  return NAVIGATION.map(({ title, items }) => ({
    title,
    items: items.filter(({ least }) => can(least)),
  })).filter(({ items }) => items.length > 0);
}
