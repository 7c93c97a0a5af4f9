import { z } from 'zod';
import type { AuditRepository } from '../audit/repository.ts';
import type { MailRepository } from '../email/repository.ts';
import type { PhoneMessageRepository } from '../phone/repository.ts';
import { CHECKS } from '../photos/evidence/finding.ts';
import { refusalsOf } from '../photos/evidence/refusal.ts';
import { type Decision, decisionsOf, roundsOf } from '../photos/rounds.ts';
import { type Clock, toWireTime } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.ts';
import type {
  MailStatus,
  Owner,
  PhoneMessageStatus,
  PhotoRequestRow,
  PhotoRow,
  RequestNoteRow,
} from '../platform/db/tables.ts';
import { openEnum, wireTime } from '../platform/http/fields.ts';
import { listOf } from '../platform/http/workspace-route.ts';
import { isId } from '../platform/ids.ts';
import { createDeliveryListRepository } from '../webhooks/delivery/delivery-list-repository.ts';
import { DELIVERY_STATUSES } from '../webhooks/delivery/schema.ts';
import { listNotes } from './note-repository.ts';
import { remindersOf } from './reminders.ts';
import { statusAt } from './status.ts';

const KINDS = [
  'created',
  'email_queued',
  'email_sent',
  'email_failed',
  'phone_queued',
  'phone_sent',
  'phone_delivered',
  'phone_failed',
  'reminded',
  'viewed',
  'photo',
  'refused',
  'held',
  'approved',
  'rejected',
  'submitted',
  'changes_requested',
  'expired',
  'canceled',
  'extended',
  'assigned',
  'unassigned',
  'note',
  'reopened',
  'webhook',
] as const;

/** What a member wrote, and for whom. */
export const memberNoteSchema = z
  .strictObject({
    id: z.string(),
    author_id: z.string().meta({ description: 'The `id` of the member, or that of the API key.' }),
    author: z.string().meta({
      description: 'Email address of the author, or name of the API key, when it was written.',
    }),
    text: z.string(),
    mentions: z.array(z.string()).meta({ description: 'The members who are mentioned.' }),
    created_at: wireTime,
    edited_at: wireTime.nullable(),
  })
  .meta({
    id: 'Note',
    examples: [
      {
        id: 'note_01kw3hd5bm00vq8n9m2c5t7x4r6z',
        author_id: 'key_01kw3hd5bm00vq8n9m2c5t7x4r6z',
        author: 'Claims system (API)',
        text: 'The policy covers glass.',
        mentions: ['user_01kw3hd5bm00vq8n9m2c5t7x4r6z'],
        created_at: '2026-01-31T12:00:00Z',
        edited_at: null,
      },
    ],
  });

export type MemberNote = z.infer<typeof memberNoteSchema>;

export const timelineEntrySchema = z
  .strictObject({
    at: wireTime,
    kind: openEnum(KINDS),
    by: z.string().nullable().meta({ description: 'Who did it, if it was a member.' }),
    note: z
      .string()
      .nullable()
      .meta({ description: 'Such as why an email failed, or which reminder was sent.' }),
    photo_id: z.string().nullable(),
    refused: z
      .strictObject({ slot_index: z.int().min(0), checks: z.array(openEnum(CHECKS)) })
      .nullable()
      .meta({
        description: 'A photo that the customer was asked to take again, and the checks that warned of it.',
      }),
    delivery: z
      .strictObject({
        id: z.string(),
        endpoint_id: z.string(),
        endpoint_name: z.string(),
        event_type: z.string(),
        status: openEnum(DELIVERY_STATUSES),
        attempt_count: z.int().min(0),
      })
      .nullable()
      .meta({ description: 'A webhook about it.' }),
    member_note: memberNoteSchema.nullable(),
  })
  .meta({
    id: 'TimelineEntry',
    examples: [
      {
        at: '2026-01-31T12:00:00Z',
        kind: 'created',
        by: 'jane@example.com',
        note: null,
        photo_id: null,
        refused: null,
        delivery: null,
        member_note: null,
      },
    ],
  });

export const timelineResponse = listOf(timelineEntrySchema);

export type TimelineEntry = z.infer<typeof timelineEntrySchema>;

interface Moment extends Partial<Omit<TimelineEntry, 'at' | 'kind'>> {
  at: number;
  kind: TimelineEntry['kind'];
}

const MAX_ENTRIES_PER_KIND = 100;
/** What one transaction writes has times that lie a little apart. */
const SAME_MOMENT_MS = 1_000;

/** What members did to the request, as the audit log calls it. */
const MEMBERS_ACTIONS: Record<string, TimelineEntry['kind']> = {
  'photo_request.created': 'created',
  'photo_request.canceled': 'canceled',
  'photo_request.extended': 'extended',
  'photo_request.assigned': 'assigned',
  'photo_request.unassigned': 'unassigned',
  'photo_request.reopened': 'reopened',
  'held_submission.approved': 'approved',
  'held_submission.rejected': 'rejected',
};

const MAIL_KINDS = {
  queued: 'email_queued',
  sent: 'email_sent',
  failed: 'email_failed',
} as const satisfies Record<MailStatus, TimelineEntry['kind']>;

const PHONE_KINDS = {
  queued: 'phone_queued',
  sent: 'phone_sent',
  delivered: 'phone_delivered',
  failed: 'phone_failed',
} as const satisfies Record<PhoneMessageStatus, TimelineEntry['kind']>;

export type Timeline = ReturnType<typeof createTimeline>;

/** Everything that happened to one request, oldest first. */
export function createTimeline(deps: {
  database: Database;
  auditLog: AuditRepository;
  mailRepository: MailRepository;
  phoneRepository: PhoneMessageRepository;
  clock: Clock;
}) {
  const { database, auditLog, mailRepository, phoneRepository, clock } = deps;
  const deliveryList = createDeliveryListRepository(database);

  async function membersActions({ workspaceId }: Owner, id: string): Promise<Moment[]> {
    const rows = await auditLog.listOfSubject(
      workspaceId,
      id,
      // Without those about notes, which are shown themselves and would push the others out.
      Object.keys(MEMBERS_ACTIONS),
      MAX_ENTRIES_PER_KIND,
    );
    return rows.flatMap(({ action, actor, details, created_at }) => {
      const kind = MEMBERS_ACTIONS[action];
      const note: string | null = JSON.parse(details).assignee ?? null;
      // An API client is known by its key, which is no member.
      const by = isId('apiKey', actor) ? null : actor;
      return kind === undefined ? [] : [{ at: created_at, kind, by, note }];
    });
  }

  async function mails({ workspaceId }: Owner, requestId: string): Promise<Moment[]> {
    const rows = await mailRepository.listOfRequest({ workspaceId, requestId }, MAX_ENTRIES_PER_KIND);
    // That a reminder was sent is known from the request; here, that it did not arrive.
    const told = rows.filter(({ kind, status }) => kind !== 'reminder' || status === 'failed');
    return told.map(({ status, error, created_at, finished_at }) => ({
      at: finished_at ?? created_at,
      kind: MAIL_KINDS[status],
      note: status === 'sent' ? null : error,
    }));
  }

  async function messages({ workspaceId }: Owner, requestId: string): Promise<Moment[]> {
    const rows = await phoneRepository.listOfRequest({ workspaceId, requestId }, MAX_ENTRIES_PER_KIND);
    const told = rows.filter(({ kind, status }) => kind !== 'reminder' || status === 'failed');
    return told.map(({ status, error, created_at, finished_at }) => ({
      at: finished_at ?? created_at,
      kind: PHONE_KINDS[status],
      note: error,
    }));
  }

  async function deliveries(owner: Owner, id: string): Promise<Moment[]> {
    const rows = await deliveryList.listOfSubject(owner, id, MAX_ENTRIES_PER_KIND);
    return rows.map(({ at, ...delivery }) => ({ at, kind: 'webhook', delivery }));
  }

  async function notes(owner: Owner, id: string): Promise<Moment[]> {
    const rows = await listNotes(database.reader, owner, id);
    return rows.map((row) => ({
      at: row.created_at,
      kind: 'note',
      by: row.author,
      member_note: toMemberNote(row),
    }));
  }

  return async (owner: Owner, row: PhotoRequestRow, photos: PhotoRow[]): Promise<TimelineEntry[]> => {
    const decisions = decisionsOf(row).map(toMoment);
    const actions = (await membersActions(owner, row.id)).filter(
      // Whoever lets a held submission through approves it: that is one thing.
      ({ at, kind }) =>
        !decisions.some((decision) => decision.kind === kind && Math.abs(decision.at - at) < SAME_MOMENT_MS),
    );
    const moments: Moment[] = [
      ...(actions.some(({ kind }) => kind === 'created')
        ? []
        : [{ at: row.created_at, kind: 'created' as const }]),
      ...actions,
      ...decisions,
      ...(await mails(owner, row.id)),
      ...(await messages(owner, row.id)),
      ...momentsOf(row, clock()),
      ...photos.map((photo): Moment => ({ at: photo.received_at, kind: 'photo', photo_id: photo.id })),
      ...(await notes(owner, row.id)),
      ...(await deliveries(owner, row.id)),
    ];
    return moments.sort((a, b) => a.at - b.at || KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind)).map(toEntry);
  };
}

function momentsOf(row: PhotoRequestRow, now: number): Moment[] {
  const rounds = roundsOf(row);
  return [
    ...(row.first_viewed_at === null ? [] : [{ at: row.first_viewed_at, kind: 'viewed' as const }]),
    ...remindersOf(row).sent.map(({ at, by, when }): Moment => ({ at, kind: 'reminded', by, note: when })),
    ...refusalsOf(row).map(({ at, slot, checks }): Moment => {
      return {
        at,
        kind: 'refused',
        refused: { slot_index: rounds.slotIndexOf({ slot_index: slot }), checks },
      };
    }),
    ...(row.held_at === null ? [] : [{ at: row.held_at, kind: 'held' as const }]),
    ...submissionsOf(row).map((at): Moment => ({ at, kind: 'submitted' })),
    ...(statusAt(row, now) === 'expired' ? [{ at: row.expires_at, kind: 'expired' as const }] : []),
  ];
}

/** Of each round. */
function submissionsOf(row: PhotoRequestRow): number[] {
  const times = [...decisionsOf(row).map(({ submitted_at }) => submitted_at), row.submitted_at];
  return [...new Set(times.filter((time) => time !== null))];
}

function toMoment({ at, verdict, by, message }: Decision): Moment {
  return { at, kind: verdict, by, note: message };
}

export function toMemberNote(row: RequestNoteRow): MemberNote {
  const { id, author_id, author, text, mentions, created_at, edited_at } = row;
  return {
    id,
    author_id,
    author,
    text,
    mentions: JSON.parse(mentions),
    created_at: toWireTime(created_at),
    edited_at: edited_at === null ? null : toWireTime(edited_at),
  };
}

function toEntry({ at, kind, by, note, photo_id, refused, delivery, member_note }: Moment): TimelineEntry {
  return {
    at: toWireTime(at),
    kind,
    by: by ?? null,
    note: note ?? null,
    photo_id: photo_id ?? null,
    refused: refused ?? null,
    delivery: delivery ?? null,
    member_note: member_note ?? null,
  };
}
