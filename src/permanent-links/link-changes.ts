import { changesBetween } from '../audit/changes.ts';
import { slotsOf } from '../photos/photo-slots.ts';
import { toWireTimeOrNull } from '../platform/clock.ts';
import type { PermanentLinkChanges, PermanentLinkRow } from '../platform/db/tables.ts';
import { questionsOf } from '../questions/answers.ts';
import {
  acceptCommon,
  type CommonInput,
  changed,
  commonColumns,
  commonFields,
} from '../templates/content.ts';
import { returnUrlsOf } from '../templates/return-urls.ts';
import { translationsOf } from '../templates/translations.ts';
import type { Plan } from '../workspaces/plans.ts';
import type { UpdatePermanentLink } from './schema.ts';

const COMMON = Object.keys(commonFields) as (keyof typeof commonFields)[];
const NAMED = [
  'photo_slots',
  'questions',
  'translations',
  'evidence_policy',
  'return_urls',
  'metadata',
  'access_code',
] as const satisfies (keyof PermanentLinkRow)[];

/** Only what was sent: nothing sent, nothing changed. */
export function toChanges(input: UpdatePermanentLink): PermanentLinkChanges {
  const changes: PermanentLinkChanges = {};
  if (input.name !== undefined) changes.name = input.name;
  if (input.slug !== undefined) changes.slug = input.slug;
  if (input.instructions !== undefined) changes.instructions = input.instructions;
  if (input.is_active !== undefined) changes.is_active = input.is_active ? 1 : 0;
  if (input.expires_at !== undefined) changes.expires_at = input.expires_at;
  if (input.max_submissions !== undefined) changes.max_submissions = input.max_submissions;
  if (input.daily_limit_per_address !== undefined) {
    changes.daily_limit_per_address = input.daily_limit_per_address;
  }
  if (input.requires_approval !== undefined) changes.requires_approval = input.requires_approval ? 1 : 0;
  return changes;
}

/** What is changed of what links and requests say alike. */
export function commonChanges(
  current: PermanentLinkRow,
  input: UpdatePermanentLink,
  { plan }: { plan: Plan },
) {
  // Instructions lie elsewhere, but their translations go with them.
  const fields = [...COMMON, 'instructions'] as const;
  const sent = Object.fromEntries(fields.map((field) => [field, input[field]]));
  if (fields.every((field) => input[field] === undefined)) return undefined;
  const wanted = changed<CommonInput>(
    {
      photo_slots: slotsOf(current),
      questions: questionsOf(current),
      translations: translationsOf(current) as CommonInput['translations'],
      requires_review: current.requires_review === 1,
      evidence_policy: current.evidence_policy === null ? null : JSON.parse(current.evidence_policy),
      ...returnUrlsOf(current),
      metadata: JSON.parse(current.metadata),
    },
    sent,
  );
  const accepted = acceptCommon(wanted, {
    plan: input.photo_slots === undefined ? null : plan,
    allowsIdentifier: true,
  });
  return { slots: accepted.slots, columns: commonColumns(accepted, wanted) };
}

/** Each changed field before and after. What is secret, or too long to read there, is only named. */
export function changesOf(before: PermanentLinkRow, after: PermanentLinkRow) {
  const changes = changesBetween(partsOf(before), partsOf(after));
  const isCodeReplaced = before.access_code !== null && after.access_code !== null;
  const named = NAMED.filter(
    (field) => before[field] !== after[field] && (field !== 'access_code' || isCodeReplaced),
  );
  return named.length === 0 ? changes : { ...changes, fields: named.join(', ') };
}

function partsOf(row: PermanentLinkRow) {
  return {
    name: row.name,
    slug: row.slug,
    instructions: row.instructions,
    is_active: row.is_active === 1,
    expires_at: toWireTimeOrNull(row.expires_at),
    max_submissions: row.max_submissions,
    daily_limit_per_address: row.daily_limit_per_address,
    has_access_code: row.access_code !== null,
    requires_approval: row.requires_approval === 1,
    requires_review: row.requires_review === 1,
  };
}
