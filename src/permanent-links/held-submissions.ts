import { z } from 'zod';
import type { Actor } from '../audit/actor.ts';
import { type Audit, type AuditRecord, recordInEnvironment } from '../audit/service.ts';
import type { SealQueue } from '../content-credentials/seal-queue.ts';
import type { RequestEvents } from '../photo-requests/events.ts';
import type { PhotoRequestRepository } from '../photo-requests/repository.ts';
import type { PhotoLinks } from '../photos/links.ts';
import type { PhotoSlot } from '../photos/photo-slots.ts';
import type { PhotoRepository } from '../photos/repository.ts';
import { type Clock, toWireTime } from '../platform/clock.ts';
import { announceActivity } from '../platform/db/activity.ts';
import type { Database, Queries } from '../platform/db/database.ts';
import type { Owner, PhotoRequestRow, PhotoRow } from '../platform/db/tables.ts';
import { notFound, validationError } from '../platform/errors.ts';
import { wireTime } from '../platform/http/fields.ts';
import { isId } from '../platform/ids.ts';
import type { WorkspaceRepository } from '../workspaces/repository.ts';
import type { QuotaTaker } from '../workspaces/take-quota.ts';
import type { PermanentLinkRepository } from './repository.ts';
import type { LinkVisitRepository } from './visit-repository.ts';

const DAY_MS = 86_400_000;
const MAX_HELD_DAYS = 30;
const SHOWN = 50;

export const heldSubmissionSchema = z.strictObject({
  id: z.string(),
  unique_code: z.string(),
  held_at: wireTime.meta({ description: 'When the customer submitted it.' }),
  expires_at: wireTime.meta({ description: 'When it is deleted if no one decides.' }),
  photos: z.array(
    z.strictObject({
      id: z.string(),
      slot_instructions: z.string().nullable(),
      url: z.url(),
      thumbnail_url: z.url(),
    }),
  ),
});

export type HeldSubmission = z.infer<typeof heldSubmissionSchema>;

export type HeldSubmissions = ReturnType<typeof createHeldSubmissions>;

/** Submissions through a link that waits for a member's approval: no one hears of them before (0079). */
export function createHeldSubmissions(deps: {
  database: Database;
  repository: PermanentLinkRepository;
  requests: PhotoRequestRepository;
  workspaces: WorkspaceRepository;
  linkVisits: LinkVisitRepository;
  photos: PhotoRepository;
  links: PhotoLinks;
  events: RequestEvents;
  audit: Audit;
  quota: QuotaTaker;
  seals: SealQueue;
  clock: Clock;
}) {
  const { database, repository, requests, workspaces, linkVisits, photos, links } = deps;
  const { events, audit, quota, seals, clock } = deps;

  async function heldUntil(trx: Queries, { workspaceId }: Owner, now: number): Promise<number> {
    const workspace = await workspaces.find(workspaceId, trx);
    return now + Math.min(workspace?.retention_days ?? MAX_HELD_DAYS, MAX_HELD_DAYS) * DAY_MS;
  }

  function toWire(row: PhotoRequestRow, received: PhotoRow[]): HeldSubmission {
    const slots: PhotoSlot[] = JSON.parse(row.photo_slots);
    return {
      id: row.id,
      unique_code: row.unique_code,
      held_at: toWireTime(row.held_at ?? row.created_at),
      expires_at: toWireTime(row.expires_at),
      photos: received.map(({ id, slot_index }) => ({
        id,
        slot_instructions: slots[slot_index]?.instructions ?? null,
        url: links.url(id, 'original'),
        thumbnail_url: links.url(id, 'thumbnail'),
      })),
    };
  }

  return {
    /** Whether the visit's link asks for approval; its submission is then held in the caller's transaction. */
    async holdIfAsked(trx: Queries, request: PhotoRequestRow, now: number): Promise<boolean> {
      if (request.permanent_link_id === null) return false;
      const owner = { workspaceId: request.workspace_id, environment: request.environment };
      // Read only when it is locked: a link that is being deleted must not get another held submission.
      const link = await repository.lock(trx, owner, request.permanent_link_id);
      if (link?.requires_approval !== 1) return false;
      await linkVisits.track(trx, owner, request.id, now);
      await linkVisits.hold(trx, owner, request.id, {
        heldAt: now,
        until: await heldUntil(trx, owner, now),
      });
      announceActivity(database, trx, owner);
      return true;
    },

    /** The oldest ones of a link. */
    async list(owner: Owner, linkId: string): Promise<HeldSubmission[]> {
      const rows = await linkVisits.held(owner, linkId, SHOWN);
      const ids = rows.map(({ id }) => id);
      const byRequest = await photos.listOfAll(owner, ids);
      return rows.map((row) => toWire(row, byRequest.get(row.id) ?? []));
    },

    /** From now on it is a submission like any other: it takes quota, is counted, listed and told of. */
    async approve(by: Actor & Owner, id: string): Promise<void> {
      if (!isId('photoRequest', id)) throw notFound('The held submission');
      await database.write(async (trx) => {
        const now = clock();
        const request = await linkVisits.approve(trx, by, id, now);
        if (request === undefined) throw notFound('The held submission');
        const received = await photos.listOf(by, id, trx);
        await quota.take(trx, by, received.length, now);
        const linkId = request.permanent_link_id ?? '';
        if (!(await repository.countSubmission(trx, by, linkId))) {
          throw validationError({
            max_submissions: [
              'The link has reached its maximum number of submissions. Raise the limit, then approve.',
            ],
          });
        }
        await linkVisits.forget(trx, by, id);
        await events.recordSubmission(trx, request, received, now);
        await seals.add(trx, received, now);
        await audit.record(trx, heldRecord(by, 'approved', request));
      });
    },

    /** Deletes it with its photos. No one was told of it, so no one is told that it is gone. */
    async reject(by: Actor & Owner, id: string): Promise<void> {
      await database.write(async (trx) => {
        const row = isId('photoRequest', id) ? await requests.lock(trx, by, id) : undefined;
        const isHeld = row !== undefined && row.held_at !== null && row.status === 'in_progress';
        if (!isHeld) throw notFound('The held submission');
        await photos.remove(trx, by, { requestId: id }, clock());
        await requests.delete(trx, by, id);
        announceActivity(database, trx, by);
        await audit.record(trx, heldRecord(by, 'rejected', row));
      });
    },

    /** Those of a link that is being deleted. */
    async deleteOf(trx: Queries, owner: Owner, linkId: string): Promise<void> {
      const ids = await linkVisits.lockHeld(trx, owner, linkId);
      if (ids.length === 0) return;
      await photos.removeAbandoned(trx, ids, clock());
      await requests.deleteVisits(trx, ids);
    },
  };
}

function heldRecord(by: Actor & Owner, verb: string, { id, unique_code }: PhotoRequestRow): AuditRecord {
  return recordInEnvironment(by, `held_submission.${verb}`, { id, name: unique_code });
}
