import { parseColor } from '../pages/colors.ts';
import type { WorkspaceRow } from '../platform/db/tables.ts';
import { type ErrorDetails, validationError } from '../platform/errors.ts';
import { parseNetwork } from '../platform/ip-address.ts';
import { countCharacters, isStorableText } from '../platform/text.ts';
import { isTimeZone } from '../platform/time-zone.ts';

/** What a workspace decides about itself. What is absent stays. */
export interface WorkspaceSettings {
  name?: string | undefined;
  /** null: the product's own. */
  brandColor?: string | null | undefined;
  timeZone?: string | undefined;
  /** Empty: no restriction. */
  ipAllowList?: string[] | undefined;
  /** Whoever sets a list that leaves out their own address means it. */
  locksMeOut?: boolean | undefined;
  /** null: submitted requests are kept. */
  retentionDays?: number | null | undefined;
}

export type SettingsColumns = Partial<
  Pick<WorkspaceRow, 'name' | 'brand_color' | 'time_zone' | 'ip_allow_list' | 'retention_days'>
>;

const MAX_NAME_LENGTH = 100;
const MAX_NETWORKS = 200;
const MAX_RETENTION_DAYS = 3_650;

/** As they are stored; throws with every fault at once. */
export function settingsColumns(settings: WorkspaceSettings): SettingsColumns {
  const { name, brandColor, timeZone, ipAllowList, retentionDays } = settings;
  const details: ErrorDetails = {};
  if (name !== undefined && !isWorkspaceName(name)) {
    details.name = [`Must have 1 to ${MAX_NAME_LENGTH} characters.`];
  }
  if (timeZone !== undefined && !isTimeZone(timeZone)) {
    details.time_zone = ['Must be the name of a time zone, such as Europe/Berlin.'];
  }
  if (typeof retentionDays === 'number' && !isRetention(retentionDays)) {
    details.retention_days = [`Must be an integer from 1 to ${MAX_RETENTION_DAYS}.`];
  }
  const color = typeof brandColor === 'string' ? parseColor(brandColor) : null;
  if (color === undefined) details.brand_color = ['Must be a color like #0b6170.'];
  const faults = ipAllowList === undefined ? [] : faultsOfNetworks(ipAllowList);
  if (faults.length > 0) details.ip_allow_list = faults;
  if (Object.keys(details).length > 0) throw validationError(details);
  return {
    ...(name === undefined ? {} : { name: name.trim() }),
    ...(brandColor === undefined ? {} : { brand_color: color ?? null }),
    ...(timeZone === undefined ? {} : { time_zone: timeZone }),
    ...(ipAllowList === undefined ? {} : { ip_allow_list: networksColumn(ipAllowList) }),
    ...(retentionDays === undefined ? {} : { retention_days: retentionDays }),
  };
}

export function isWorkspaceName(name: string): boolean {
  const trimmed = name.trim();
  return trimmed !== '' && countCharacters(trimmed) <= MAX_NAME_LENGTH && isStorableText(trimmed);
}

export function faultsOfNetworks(networks: readonly string[]): string[] {
  if (networks.length > MAX_NETWORKS) return [`At most ${MAX_NETWORKS} networks.`];
  return networks
    .filter((network) => parseNetwork(network) === undefined)
    .map((network) => `${network} is not an IP network.`);
}

/** An empty list lifts the restriction. */
export function networksColumn(networks: readonly string[]): string | null {
  return networks.length === 0 ? null : JSON.stringify(networks);
}

function isRetention(days: number): boolean {
  return Number.isInteger(days) && days >= 1 && days <= MAX_RETENTION_DAYS;
}
