import type { MemberActor, Operator } from '../audit/actor.ts';
import { requireConfirmation } from '../audit/confirmation.ts';
import { parseColor } from '../pages/colors.ts';
import type { WorkspaceRow } from '../platform/db/tables.ts';
import { type ErrorDetails, ServiceError, validationError } from '../platform/errors.ts';
import { parseNetwork } from '../platform/ip-address.ts';
import { countCharacters, isStorableText } from '../platform/text.ts';
import { isTimeZone } from '../platform/time-zone.ts';
import { MAX_REMINDERS } from '../shared/reminder-limits.ts';
import { MAX_RETENTION_DAYS } from '../shared/retention-days.ts';
import { hasRole } from '../shared/roles.ts';
import { faultsOfOrigins, originsColumn, originsOf } from './origins.ts';

/** What a workspace decides about itself. What is absent stays. */
export interface WorkspaceSettings {
  name?: string | undefined;
  /** null: the product's own. */
  brand_color?: string | null | undefined;
  time_zone?: string | undefined;
  /** Empty: no restriction. */
  ip_allow_list?: string[] | undefined;
  /** null: submitted requests are kept. */
  retention_days?: number | null | undefined;
  /** Customers are reminded between these hours of their day. */
  reminder_from_hour?: number | undefined;
  reminder_until_hour?: number | undefined;
  reminder_weekends?: boolean | undefined;
  /** For one request; 0: none. */
  max_reminders?: number | undefined;
  /** Sites that customers may be sent back to, and that may frame their pages. */
  allowed_origins?: string[] | undefined;
}

type SettingName = keyof WorkspaceSettings;
type SettingsColumns = Partial<Pick<WorkspaceRow, SettingName>>;

class Faults {
  readonly messages: string[];
  constructor(messages: string[]) {
    this.messages = messages;
  }
}

export const MAX_NAME_LENGTH = 100;
export const MAX_NETWORKS = 200;

/** How each of them is stored, or what is wrong with it. */
const READ: {
  [Name in SettingName]: (wanted: Exclude<WorkspaceSettings[Name], undefined>) => WorkspaceRow[Name] | Faults;
} = {
  name: (name) =>
    isWorkspaceName(name) ? name.trim() : new Faults([`Must have 1 to ${MAX_NAME_LENGTH} characters.`]),
  brand_color: (color) =>
    color === null ? null : (parseColor(color) ?? new Faults(['Must be a hex color, such as #0b6170.'])),
  time_zone: (zone) =>
    isTimeZone(zone) ? zone : new Faults(['Must be the name of a time zone, such as Europe/Berlin.']),
  ip_allow_list(networks) {
    const faults = faultsOfNetworks(networks);
    if (faults.length > 0) return new Faults(faults);
    return networks.length === 0 ? null : JSON.stringify(networks);
  },
  retention_days: (days) =>
    days === null || isRetention(days)
      ? days
      : new Faults([`Must be an integer from 1 to ${MAX_RETENTION_DAYS}.`]),
  reminder_from_hour: within(0, 23),
  reminder_until_hour: within(1, 24),
  reminder_weekends: (isOn) => (isOn ? 1 : 0),
  max_reminders: within(0, MAX_REMINDERS),
  allowed_origins(origins) {
    const faults = faultsOfOrigins(origins);
    if (faults.length > 0) return new Faults(faults);
    return originsColumn(origins);
  },
};

const NAMES = Object.keys(READ) as SettingName[];

/** As they are stored; throws with every fault at once. */
export function settingsColumns(settings: WorkspaceSettings): SettingsColumns {
  const columns: Record<string, unknown> = {};
  const details: ErrorDetails = {};
  for (const name of NAMES) {
    if (settings[name] === undefined) continue;
    const stored = READ[name](settings[name] as never);
    if (stored instanceof Faults) details[name] = stored.messages;
    else columns[name] = stored;
  }
  if (Object.keys(details).length > 0) throw validationError(details);
  return columns;
}

/** As the audit log compares them. */
export function settingsOf(row: WorkspaceRow) {
  return {
    ...(Object.fromEntries(NAMES.map((name) => [name, row[name]])) as Pick<WorkspaceRow, SettingName>),
    ip_allow_list: networksOf(row),
    allowed_origins: originsOf(row.allowed_origins),
  };
}

/** Throws unless they may change the row in this way. Only who is signed in can lack a right to. */
export function requireRightTo(
  wanted: WorkspaceSettings,
  by: MemberActor | Operator,
  row: WorkspaceRow,
  now: number,
): void {
  if (by.userId === null) return;
  if (wanted.name !== undefined && !hasRole(by.role, 'owner')) {
    throw new ServiceError('insufficient_permission', 'Only owners can rename the workspace.');
  }
  if (needsConfirmation(wanted, row)) requireConfirmation(by, now);
}

/** What destroys photos, or opens the API or the customers' pages to others. */
function needsConfirmation(wanted: WorkspaceSettings, row: WorkspaceRow): boolean {
  const { retention_days: days, ip_allow_list: networks, allowed_origins: origins = [] } = wanted;
  const keepsShorter = typeof days === 'number' && (row.retention_days === null || days < row.retention_days);
  const known = originsOf(row.allowed_origins);
  return (
    keepsShorter ||
    (networks !== undefined && networks.join() !== networksOf(row).join()) ||
    origins.some((origin) => !known.includes(origin))
  );
}

function networksOf({ ip_allow_list }: WorkspaceRow): string[] {
  return JSON.parse(ip_allow_list ?? '[]');
}

export function isWorkspaceName(name: string): boolean {
  const trimmed = name.trim();
  return trimmed !== '' && countCharacters(trimmed) <= MAX_NAME_LENGTH && isStorableText(trimmed);
}

export function faultsOfNetworks(networks: readonly string[]): string[] {
  if (networks.length > MAX_NETWORKS) return [`Must have at most ${MAX_NETWORKS} networks.`];
  return networks
    .filter((network) => parseNetwork(network) === undefined)
    .map((network) => `${network} isn’t a valid IP address or network.`);
}

function within(minimum: number, maximum: number) {
  return (wanted: number): number | Faults =>
    Number.isInteger(wanted) && wanted >= minimum && wanted <= maximum
      ? wanted
      : new Faults([`Must be an integer from ${minimum} to ${maximum}.`]);
}

function isRetention(days: number): boolean {
  return Number.isInteger(days) && days >= 1 && days <= MAX_RETENTION_DAYS;
}
