import { z } from 'zod';
import type { WorkspaceRow } from '../platform/db/tables.ts';
import { enveloped } from '../platform/http/envelope.ts';
import { integer, list, text } from '../platform/http/fields.ts';
import { networkList } from '../platform/ip-address.ts';
import { MAX_REMINDERS } from '../shared/reminder-limits.ts';
import { MAX_RETENTION_DAYS } from '../shared/retention-days.ts';
import { MAX_ORIGIN_LENGTH, MAX_ORIGINS, originsOf } from './origins.ts';
import { MAX_NAME_LENGTH, MAX_NETWORKS } from './settings.ts';

export const settingsSchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  brand_color: z.string().nullable(),
  logo_url: z.string().nullable().meta({ description: 'A path on this site.' }),
  time_zone: z.string(),
  ip_allow_list: z.array(z.string()).meta({ description: 'If empty, API calls are accepted from anywhere.' }),
  retention_days: z
    .int()
    .nullable()
    .meta({ description: 'null: submitted requests are kept until deleted.' }),
  reminder_from_hour: z.int().meta({ description: 'Customers are reminded from this hour of their day on.' }),
  reminder_until_hour: z.int(),
  reminder_weekends: z.boolean().meta({ description: 'Whether on Saturdays and Sundays too.' }),
  max_reminders: z.int().meta({ description: 'For one request. 0: no reminders.' }),
  allowed_origins: z.array(z.string()).meta({
    description: 'Sites that customers can be sent back to, and that can frame their pages.',
  }),
  your_ip_address: z.string(),
  is_open_to_you: z.boolean().meta({ description: 'Whether the API accepts calls from your address.' }),
});

export type Settings = z.infer<typeof settingsSchema>;

export const settingsResponse = enveloped(settingsSchema);

export const changeSettingsBody = z.object({
  name: text(1, MAX_NAME_LENGTH).optional().meta({ description: 'Owners only.' }),
  brand_color: text(1, 20).nullable().optional(),
  time_zone: text(1, 64).optional(),
  ip_allow_list: list(text(1, 60), MAX_NETWORKS).optional(),
  retention_days: integer(1, MAX_RETENTION_DAYS).nullable().optional(),
  reminder_from_hour: integer(0, 23).optional(),
  reminder_until_hour: integer(1, 24).optional(),
  reminder_weekends: z.boolean().optional(),
  max_reminders: integer(0, MAX_REMINDERS).optional(),
  allowed_origins: list(text(1, MAX_ORIGIN_LENGTH), MAX_ORIGINS).optional(),
  lock_me_out: z
    .boolean()
    .optional()
    .meta({ description: 'Required if the allowlist excludes your own address.' }),
});

export type ChangeSettings = z.infer<typeof changeSettingsBody>;

export function toSettings(row: WorkspaceRow, ipAddress: string): Settings {
  const networks: string[] = row.ip_allow_list === null ? [] : JSON.parse(row.ip_allow_list);
  return {
    id: row.id,
    name: row.name,
    brand_color: row.brand_color,
    logo_url: row.logo_key === null ? null : `/${row.logo_key}`,
    time_zone: row.time_zone,
    ip_allow_list: networks,
    retention_days: row.retention_days,
    reminder_from_hour: row.reminder_from_hour,
    reminder_until_hour: row.reminder_until_hour,
    reminder_weekends: row.reminder_weekends === 1,
    max_reminders: row.max_reminders,
    allowed_origins: originsOf(row.allowed_origins),
    your_ip_address: ipAddress,
    is_open_to_you: networks.length === 0 || networkList(networks).includes(ipAddress),
  };
}
