import type { PhotoRequestRow } from '../../src/platform/db/tables.ts';
import { CODE_ALPHABET, CODE_LENGTH } from '../../src/shared/short-code.ts';

/** What the benchmark posts; the seeded rows hold the same. */
export const NEW_REQUEST = {
  instructions: 'Please photograph the damage to your car.',
  expires_in_hours: 48,
  photo_slots: [
    { instructions: 'The whole car from the front', is_required: true },
    { instructions: 'The damage from close by', is_required: true },
  ],
  external_id: 'claim-4711',
  metadata: { branch: 'north' },
};

export const COLUMNS = [
  'id',
  'workspace_id',
  'environment',
  'type',
  'status',
  'instructions',
  'photo_slots',
  'token',
  'unique_code',
  'external_id',
  'metadata',
  'locale',
  'expires_at',
  'created_at',
] as const satisfies (keyof PhotoRequestRow)[];

export type Value = string | number;

const HOUR_MS = 3_600_000;
const PHOTO_SLOTS = JSON.stringify(NEW_REQUEST.photo_slots);
const METADATA = JSON.stringify(NEW_REQUEST.metadata);

/** The values of one row, in the order of `COLUMNS`. */
export function rowValues(row: {
  id: string;
  token: string;
  code: string;
  status: string;
  workspaceId: string;
  createdAt: number;
}): Value[] {
  return [
    row.id,
    row.workspaceId,
    'live',
    'one_time',
    row.status,
    NEW_REQUEST.instructions,
    PHOTO_SLOTS,
    row.token,
    row.code,
    NEW_REQUEST.external_id,
    METADATA,
    'en',
    row.createdAt + NEW_REQUEST.expires_in_hours * HOUR_MS,
    row.createdAt,
  ];
}

/** A different code of eight characters for each number. */
export function codeOf(number: number): string {
  let rest = number;
  let code = '';
  for (let i = 0; i < CODE_LENGTH; i++) {
    code = CODE_ALPHABET[rest % CODE_ALPHABET.length] + code;
    rest = Math.floor(rest / CODE_ALPHABET.length);
  }
  return code;
}
