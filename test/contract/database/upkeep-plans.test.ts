import { beforeAll, describe, expect, it } from 'vitest';
import { createMailFiles } from '../../../src/email/mail-files.ts';
import { createMailRepository } from '../../../src/email/repository.ts';
import { createSessionRepository } from '../../../src/identity/session-repository.ts';
import { createPhoneMessageRepository } from '../../../src/phone/repository.ts';
import { createPhotoRequestRepository } from '../../../src/photo-requests/repository.ts';
import { createPhotoRepository } from '../../../src/photos/repository.ts';
import type { Database, Queries } from '../../../src/platform/db/database.ts';
import { createWebhookCleanUp } from '../../../src/webhooks/delivery/clean-up.ts';
import { createErasureSteps } from '../../../src/workspace-erasure/erasure-steps.ts';
import { expectFewPages, expectIndex, explain, settleStatistics } from '../../helpers/database/explain.ts';
import {
  deliveryRow,
  eventRow,
  ids,
  insertWorkspace,
  photoRequestRow,
  photoRow,
  webhookEndpointRow,
} from '../../helpers/database/rows.ts';
import { insertRows } from '../../helpers/database/stored-rows.ts';
import { engine, useDatabase } from '../../helpers/database/test-database.ts';

const NOW = Date.UTC(2026, 0, 31, 12, 0, 0);
const WORKSPACES = 6;
/** SQLite plans without looking at the rows. */
const ROWS = engine === 'postgres' ? 1_000 : 10;
/** Of the workspace in question: each row that is deleted costs some pages, and all together far fewer than the table has. */
const FEW = 5;
const ENDPOINTS = 7;
/** All of a table, or all of an index; the endpoints are a handful. */
const SQLITE_SCAN = /\bSCAN (?!e USING COVERING INDEX webhook_endpoints_off)/;

/** What runs again and again beside the calls, or over one of many workspaces, must not walk through everything. */
describe('the plans of sweeps and operator commands', () => {
  const database = useDatabase();
  let workspaceId: string;
  /** Requests go after their photos. */
  let withoutPhotos: string;
  beforeAll(async () => {
    for (let count = 0; count < WORKSPACES; count++) {
      await fill(database, await insertWorkspace(database), ROWS);
    }
    workspaceId = await insertWorkspace(database);
    await fill(database, workspaceId, FEW);
    withoutPhotos = await insertWorkspace(database);
    const requests = Array.from({ length: FEW }, () => photoRequestRow(withoutPhotos));
    await insertRows(database, 'photo_requests', requests);
    const off = webhookEndpointRow(workspaceId, { isActive: false });
    await insertRows(database, 'webhook_endpoints', off);
    await settleStatistics(database);
  });

  /** Also what is written is only recorded: `write` hands out the recorder. */
  const plansOf = (use: (recording: Database) => Promise<unknown>) =>
    explain(database, (recording) =>
      use({ ...recording, write: (work) => work(recording.reader as Queries) }),
    );

  it.each<[string, (recording: Database) => Promise<unknown>]>([
    [
      'deleting old sessions',
      ({ reader }) => createSessionRepository(database).deleteOld(reader, { now: NOW, seenAfter: NOW }, 10),
    ],
    [
      'holding what is due to endpoints that are off',
      (recording) => createWebhookCleanUp({ database: recording, clock: () => NOW }).holdDueToDisabled(),
    ],
    [
      'verifying the photos of a workspace',
      (recording) => createPhotoRepository(recording).pageToVerify({ after: 'photo_', workspaceId }, 10),
    ],
    [
      'verifying all photos',
      (recording) => createPhotoRepository(recording).pageToVerify({ after: 'photo_' }, 10),
    ],
    [
      'finding submitted requests to erase, behind one that could not be',
      (recording) =>
        createPhotoRequestRepository(recording).submittedBefore({ workspaceId, environment: 'live' }, NOW, {
          after: { submitted_at: NOW - 1, id: 'pr_' },
          limit: 10,
        }),
    ],
    [
      'finding the files to delete that came last',
      (recording) => createPhotoRepository(recording).dueFileDeletions(NOW, 10, 'newest'),
    ],
  ])('should go by indexes for %s', async (_what, use) => {
    const plans = await plansOf(use);
    expect(plans.length).toBeGreaterThan(0);
    for (const plan of plans) {
      expectIndex(plan, undefined, { scan: SQLITE_SCAN });
      expectFewPages(plan);
    }
  });

  it.each([
    'mails',
    'phone_messages',
    'capture_sessions',
    'permanent_link_slugs',
    'photos',
    'photo_requests',
  ])('should go by an index for erasing the %s of a workspace', async (kind) => {
    const plans = await plansOf(async (recording) => {
      await createErasureSteps({
        database: recording,
        photos: createPhotoRepository(recording),
        mailRepository: createMailRepository(recording),
        mailFiles: createMailFiles(undefined),
        phoneRepository: createPhoneMessageRepository(recording),
        phoneFiles: createMailFiles(undefined),
        clock: () => NOW,
      })
        .find((step) => step.kind === kind)
        ?.run(kind === 'photo_requests' ? withoutPhotos : workspaceId);
    });
    expect(plans).toHaveLength(1);
    for (const plan of plans) {
      expectIndex(plan, /SEARCH .* \(workspace_id=\?/);
      expectFewPages(plan);
    }
  });
});

async function fill(database: Database, workspaceId: string, rows: number): Promise<void> {
  const numbers = Array.from({ length: rows }, (_, index) => index);
  const requests = numbers.map(() => photoRequestRow(workspaceId));
  const owned = { workspace_id: workspaceId, environment: 'live' as const };
  const photos = requests.map((request) => photoRow(request));
  await insertRows(database, 'photo_requests', requests);
  await insertRows(database, 'photos', photos);
  const userId = ids.next('user');
  const user = { id: userId, email: `${userId}@example.com`, password_hash: '', created_at: NOW };
  await insertRows(database, 'users', user);
  const keyOf = (number: number) => `${workspaceId}-${number}`;
  const sessions = numbers.map((number) => ({
    token_hash: keyOf(number),
    id: keyOf(number),
    user_id: userId,
    awaits_second_factor: 0 as const,
    ip_address: '',
    user_agent: '',
    created_at: NOW,
    last_seen_at: NOW + 1 + number,
    expires_at: NOW + 1 + number,
  }));
  await insertRows(database, 'web_sessions', sessions);
  const visits = numbers.map((number) => ({
    ...owned,
    token_hash: keyOf(number),
    request_id: keyOf(number),
    began_at: NOW,
    opened_at: NOW,
  }));
  await insertRows(database, 'capture_sessions', visits);
  const slugs = numbers.map((number) => ({
    workspace_id: workspaceId,
    slug: keyOf(number).padEnd(120, '-'),
  }));
  await insertRows(database, 'permanent_link_slugs', slugs);
  const mails = numbers.map((number) => ({
    id: keyOf(number),
    workspace_id: workspaceId,
    kind: 'photo_request' as const,
    recipient: '',
    locale: 'en',
    content: '{}',
    status: 'sent' as const,
    attempt_count: 1,
    next_attempt_at: NOW,
    created_at: NOW,
  }));
  await insertRows(database, 'mails', mails);
  const messages = numbers.map((number) => ({
    id: ids.next('phoneMessage'),
    workspace_id: workspaceId,
    request_id: `req_${number}`,
    kind: 'photo_request' as const,
    channel: 'sms' as const,
    recipient: '+4915112345678',
    locale: 'en',
    call_id: null,
    status: 'sent' as const,
    attempt_count: 1,
    next_attempt_at: NOW,
    error: null,
    created_at: NOW,
    finished_at: NOW,
  }));
  await insertRows(database, 'phone_messages', messages);
  await fillDeliveries(database, workspaceId, numbers);
}

/** Some endpoints with a tenth of their deliveries due. */
async function fillDeliveries(database: Database, workspaceId: string, numbers: number[]): Promise<void> {
  const endpoints = Array.from({ length: ENDPOINTS }, () => webhookEndpointRow(workspaceId));
  const events = numbers.map((number) =>
    eventRow(workspaceId, { id: `${workspaceId}-${number}`, created_at: NOW }),
  );
  const deliveries = events.map((event, index) =>
    deliveryRow(event, endpoints[index % ENDPOINTS]?.id ?? '', {
      status: index % 10 === 0 ? 'due' : 'delivered',
    }),
  );
  await insertRows(database, 'webhook_endpoints', endpoints);
  await insertRows(database, 'events', events);
  await insertRows(database, 'deliveries', deliveries);
}
