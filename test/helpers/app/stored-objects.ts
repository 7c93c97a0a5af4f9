import type { PermanentLink } from '../../../src/permanent-links/schema.ts';
import type { PhotoRequest } from '../../../src/photo-requests/schema.ts';
import type { PhotoRequestRow, Tables } from '../../../src/platform/db/tables.ts';
import { randomTextOf } from '../../../src/platform/random.ts';
import { newToken } from '../../../src/platform/tokens.ts';
import type { Role } from '../../../src/shared/roles.ts';
import { newCode } from '../../../src/shared/short-code.ts';
import { insertRows, rowsOf } from '../database/stored-rows.ts';
import { expectData } from '../http/expect-response.ts';
import type { TestApp } from './test-app.ts';
import { HOUR } from './test-clock.ts';

export async function createPhotoRequest(
  api: TestApp,
  key: string,
  body: Record<string, unknown> = {},
): Promise<PhotoRequest> {
  const response = await api.call('POST', '/v1/photo-requests', {
    key,
    body: { instructions: 'Please photograph the parcel.', ...body },
  });
  return expectData<PhotoRequest>(response, 201);
}

export async function createPermanentLink(
  api: TestApp,
  key: string,
  body: Record<string, unknown> = {},
): Promise<PermanentLink> {
  const response = await api.call('POST', '/v1/permanent-links', { key, body: { name: 'Desk', ...body } });
  return expectData<PermanentLink>(response, 201);
}

export const MEMBERS = '/v1/members';

/** A member who never signs in: keys cannot create one. */
export async function storeMember(api: TestApp, workspaceId: string, role: Role = 'member'): Promise<string> {
  const now = api.clock.now();
  const id = api.services.ids.next('user', now);
  await insertRows(api.database, 'users', {
    id,
    email: `${id}@secret.example.com`,
    password_hash: 'none',
    created_at: now,
  });
  await insertRows(api.database, 'members', {
    workspace_id: workspaceId,
    user_id: id,
    role,
    created_at: now,
  });
  return id;
}

/** A photo request in a state that only a customer can bring about. */
export async function storePhotoRequest(
  api: TestApp,
  workspaceId: string,
  row: Partial<PhotoRequestRow> = {},
): Promise<string> {
  const { ids, random } = api.services;
  const now = api.clock.now();
  const id = ids.next('photoRequest', now);
  const values: PhotoRequestRow = {
    id,
    workspace_id: workspaceId,
    environment: 'live',
    type: 'one_time',
    status: 'pending',
    instructions: 'Please photograph the parcel.',
    photo_slots: '[]',
    token: newToken(random),
    unique_code: newCode('photo_request', randomTextOf(random)),
    permanent_link_id: null,
    external_id: null,
    metadata: '{}',
    locale: 'en',
    recipient_email: null,
    email_status: null,
    expires_at: now + HOUR,
    first_viewed_at: null,
    submitted_at: row.status === 'submitted' ? now : null,
    held_at: null,
    created_at: now,
    unsent_photos: 0,
    expected_location: null,
    refusals: null,
    reviews: null,
    requires_review: 0,
    viewed_round: 0,
    questions: null,
    answers: null,
    template_id: null,
    translations: null,
    evidence_policy: null,
    reminders: null,
    recipient_phone: null,
    phone_channel: null,
    sms_status: null,
    return_urls: null,
    ...row,
  };
  await insertRows(api.database, 'photo_requests', values);
  return id;
}

/** How many rows a workspace has in the tables that calls write to, in both environments. */
export async function countStored(
  api: TestApp,
  workspaceId: string,
): Promise<Record<(typeof OWNED_TABLES)[number], number>> {
  const counts: Partial<Record<(typeof OWNED_TABLES)[number], number>> = {};
  for (const table of OWNED_TABLES) {
    const rows = await rowsOf(api.database, table, { workspace_id: workspaceId });
    counts[table] = rows.length;
  }
  return counts as Record<(typeof OWNED_TABLES)[number], number>;
}

export const OWNED_TABLES = [
  'photo_requests',
  'permanent_links',
  'permanent_link_slugs',
  'templates',
  'slot_images',
  'webhook_endpoints',
  'idempotency_keys',
] as const satisfies readonly (keyof Tables)[];

export const NOTHING_STORED = {
  photo_requests: 0,
  permanent_links: 0,
  permanent_link_slugs: 0,
  templates: 0,
  slot_images: 0,
  webhook_endpoints: 0,
  idempotency_keys: 0,
};
