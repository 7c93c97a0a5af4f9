import type { Insertable } from 'kysely';
import { NOT_SEALED } from '../../../src/photos/sealed-photo.ts';
import type { Database } from '../../../src/platform/db/database.ts';
import type {
  ApiKeyRow,
  NewPermanentLinkRow,
  PhotoRequestRow,
  PhotoRow,
  Tables,
} from '../../../src/platform/db/tables.ts';
import { createIds } from '../../../src/platform/ids.ts';
import { pooledRandom } from '../../../src/platform/random.ts';
import { insertRows } from './stored-rows.ts';

export const ids = createIds(Date.now, pooledRandom());

const NOW = Date.UTC(2026, 0, 31, 12, 0, 0);

/** A workspace written straight into its table; returns its id. */
export async function insertWorkspace(database: Database): Promise<string> {
  const id = ids.next('workspace');
  await insertRows(database, 'workspaces', {
    id,
    name: 'A workspace',
    plan: 'enterprise',
    plan_started_at: NOW,
    suspended_at: null,
    ip_allow_list: null,
    rate_per_minute: null,
    rate_per_hour: null,
    period_started_at: null,
    created_at: NOW,
  });
  return id;
}

export function photoRequestRow(
  workspaceId: string,
  changes: Partial<PhotoRequestRow> = {},
): PhotoRequestRow {
  const id = ids.next('photoRequest');
  return {
    id,
    workspace_id: workspaceId,
    environment: 'live',
    type: 'one_time',
    status: 'pending',
    instructions: 'Photograph the door.',
    photo_slots: '[]',
    token: `token-${id}`,
    unique_code: `code-${id}`,
    permanent_link_id: null,
    external_id: null,
    metadata: '{}',
    locale: 'en',
    recipient_email: null,
    email_status: null,
    expires_at: NOW,
    first_viewed_at: null,
    submitted_at: changes.status === 'submitted' ? NOW : null,
    held_at: null,
    created_at: NOW,
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
    ...changes,
  };
}

/** As the columns were before later steps of the schema added to them. */
export function firstColumns(row: PhotoRequestRow) {
  const { recipient_phone: _phone, phone_channel: _channel, sms_status: _status, ...unphoned } = row;
  const { template_id: _id, translations: _texts, evidence_policy: _policy, ...untemplated } = unphoned;
  const { reminders: _reminders, return_urls: _urls, ...unreminded } = untemplated;
  const { questions: _questions, answers: _answers, ...unasked } = unreminded;
  const { reviews: _reviews, requires_review: _requires, viewed_round: _viewed, ...unreviewed } = unasked;
  const { expected_location: _expected, refusals: _refusals, ...unjudged } = unreviewed;
  const { held_at: _held, unsent_photos: _unsent, ...first } = unjudged;
  return first;
}

/** The same of a photo. */
export function firstPhotoColumns(row: PhotoRow) {
  const { hash: _hash, traits: _traits, evidence: _evidence, device: _device, ...unjudged } = row;
  const { sealed_at: _at, sealed_sha256: _sha256, sealed_bytes: _bytes, ...first } = unjudged;
  return first;
}

export function photoRow(request: PhotoRequestRow, changes: Partial<PhotoRow> = {}): PhotoRow {
  const id = ids.next('photo');
  return {
    id,
    workspace_id: request.workspace_id,
    environment: request.environment,
    request_id: request.id,
    slot_index: 0,
    client_id: `client-${id}`,
    session_hash: '',
    device: null,
    sha256: '0'.repeat(64),
    bytes: 12_345,
    width: 321,
    height: 240,
    captured_at: NOW,
    latitude: null,
    longitude: null,
    accuracy: null,
    hint: null,
    received_at: NOW,
    checked_at: NOW,
    hash: null,
    traits: null,
    evidence: null,
    ...NOT_SEALED,
    ...changes,
  };
}

export function permanentLinkRow(
  workspaceId: string,
  changes: Partial<NewPermanentLinkRow> = {},
): NewPermanentLinkRow {
  const id = ids.next('permanentLink');
  return {
    id,
    workspace_id: workspaceId,
    environment: 'live',
    name: 'A link',
    slug: `slug-${id}`,
    unique_code: `code-${id}`,
    instructions: 'Photograph the door.',
    photo_slots: '[]',
    is_active: 1,
    expires_at: null,
    max_submissions: null,
    metadata: '{}',
    created_at: NOW,
    updated_at: NOW,
    ...changes,
  };
}

export function apiKeyRow(workspaceId: string, changes: Partial<ApiKeyRow> = {}): ApiKeyRow {
  const id = ids.next('apiKey');
  return {
    id,
    workspace_id: workspaceId,
    environment: 'live',
    name: 'A key',
    hash: `hash-${id}`,
    last_four: '1234',
    scopes: '[]',
    is_active: 1,
    last_used_at: null,
    created_at: NOW,
    ...changes,
  };
}

export function eventRow(workspaceId: string, changes: Partial<Insertable<Tables['events']>> = {}) {
  return {
    id: ids.next('event', changes.created_at ?? NOW),
    workspace_id: workspaceId,
    environment: 'live' as const,
    type: 'photo_request.submitted',
    subject_id: '',
    body: '{}',
    created_at: NOW,
    ...changes,
  };
}

/** Due at the moment of the event, for the first time. */
export function deliveryRow(
  event: ReturnType<typeof eventRow>,
  endpointId: string,
  changes: Partial<Insertable<Tables['deliveries']>> = {},
) {
  const { workspace_id, environment, created_at } = event;
  return {
    id: ids.next('delivery', created_at),
    workspace_id,
    environment,
    endpoint_id: endpointId,
    event_id: event.id,
    event_type: event.type,
    status: 'due' as const,
    attempt_count: 0,
    schedule_step: 0,
    next_attempt_at: created_at,
    is_leased: 0 as const,
    created_at,
    finished_at: null,
    ...changes,
  };
}

/** Healthy, for all environments. */
export function webhookEndpointRow(workspaceId: string, { isActive = true } = {}) {
  return {
    id: ids.next('webhookEndpoint'),
    workspace_id: workspaceId,
    name: '',
    url: 'https://example.com',
    events: '[]',
    serves: 'both' as const,
    is_active: isActive ? (1 as const) : (0 as const),
    secret: '',
    failures: 0,
    breaker_level: 0,
    created_at: NOW,
    updated_at: NOW,
  };
}
