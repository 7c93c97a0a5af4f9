import type { Audit } from '../audit/service.ts';
import { hasRole, type Member } from '../identity/member.ts';
import type { MemberRepository } from '../identity/member-repository.ts';
import type { NotificationOutbox } from '../notifications/outbox.ts';
import { deleteNotificationsOfNote } from '../notifications/repository.ts';
import {
  deleteNote,
  findNote,
  insertNote,
  listNotes,
  MAX_NOTES,
  updateNote,
} from '../photo-requests/note-repository.ts';
import type { PhotoRequestRepository } from '../photo-requests/repository.ts';
import { lockShown, requestRecord } from '../photo-requests/request-record.ts';
import { type MemberNote, toMemberNote } from '../photo-requests/timeline.ts';
import type { Clock } from '../platform/clock.ts';
import { announceActivity } from '../platform/db/activity.ts';
import type { Database, Queries } from '../platform/db/database.ts';
import type { PhotoRequestRow, RequestNoteRow } from '../platform/db/tables.ts';
import { notFound, ServiceError, validationError } from '../platform/errors.ts';
import type { Ids } from '../platform/ids.ts';
import type { NoteInput } from './web-schema.ts';

interface Address {
  requestId: string;
  noteId: string;
}

export type Notes = ReturnType<typeof createNotes>;

/** What members write about a request, for each other. Nothing of it leaves the web application. */
export function createNotes(deps: {
  database: Database;
  ids: Ids;
  clock: Clock;
  repository: PhotoRequestRepository;
  members: Pick<MemberRepository, 'find'>;
  notifications: NotificationOutbox;
  audit: Audit;
}) {
  const { database, ids, clock, repository, members, notifications, audit } = deps;

  /** Everyone in it is a member now; who was mentioned before may have left since. */
  async function checkMentions(
    trx: Queries,
    { workspaceId }: Member,
    mentions: string[],
    before: string[] = [],
  ): Promise<void> {
    for (const [index, userId] of mentions.entries()) {
      if (before.includes(userId)) continue;
      if ((await members.find(trx, workspaceId, userId)) === undefined)
        throw validationError({ [`mentions.${index}`]: ['This person is not a member of the workspace.'] });
    }
  }

  async function tellMentioned(
    trx: Queries,
    by: Member,
    { requestId, noteId }: Address,
    userIds: string[],
  ): Promise<void> {
    const others = userIds.filter((userId) => userId !== by.userId);
    if (others.length === 0) return;
    const content = { by: by.name ?? by.email, by_id: by.userId, user_ids: others };
    await notifications.record(trx, by, { kind: 'mentioned', content, requestId, noteId }, clock());
  }

  /** With the request held, so that it is not erased meanwhile. */
  async function lockNote(
    trx: Queries,
    by: Member,
    address: Address,
  ): Promise<{ request: PhotoRequestRow; note: RequestNoteRow }> {
    const request = await lockShown(trx, repository, by, address.requestId);
    const note = await findNote(trx, by, address);
    if (note === undefined) throw notFound('The note');
    return { request, note };
  }

  return {
    write(by: Member, requestId: string, { text, mentions }: NoteInput): Promise<MemberNote> {
      return database.write(async (trx) => {
        const request = await lockShown(trx, repository, by, requestId);
        if ((await listNotes(trx, by, requestId)).length >= MAX_NOTES)
          throw validationError({ text: [`A request can have at most ${MAX_NOTES} notes.`] });
        const mentioned = [...new Set(mentions)];
        await checkMentions(trx, by, mentioned);
        const now = clock();
        const note: RequestNoteRow = {
          id: ids.next('note', now),
          workspace_id: by.workspaceId,
          environment: by.environment,
          request_id: requestId,
          author_id: by.userId,
          author: by.email,
          text,
          mentions: JSON.stringify(mentioned),
          told: null,
          created_at: now,
          edited_at: null,
        };
        await insertNote(trx, note);
        await tellMentioned(trx, by, { requestId, noteId: note.id }, mentioned);
        await audit.record(trx, requestRecord(by, 'note_added', request));
        announceActivity(database, trx, by);
        return toMemberNote(note);
      });
    },

    /** Its author alone; who is mentioned for the first time is told, and never again of the same note. */
    edit(by: Member, address: Address, { text, mentions }: NoteInput): Promise<MemberNote> {
      return database.write(async (trx) => {
        const { request, note } = await lockNote(trx, by, address);
        if (note.author_id !== by.userId)
          throw new ServiceError('insufficient_permission', 'Only the author can edit a note.');
        const before: string[] = JSON.parse(note.mentions);
        const mentioned = [...new Set(mentions)];
        await checkMentions(trx, by, mentioned, before);
        const told: string[] = note.told === null ? before : JSON.parse(note.told);
        const added = mentioned.filter((userId) => !told.includes(userId));
        const changed = await updateNote(trx, by, note.id, {
          text,
          mentions: JSON.stringify(mentioned),
          told: JSON.stringify([...told, ...added]),
          edited_at: clock(),
        });
        await tellMentioned(trx, by, address, added);
        await audit.record(trx, requestRecord(by, 'note_edited', request));
        announceActivity(database, trx, by);
        return toMemberNote(changed);
      });
    },

    async delete(by: Member, address: Address): Promise<void> {
      await database.write(async (trx) => {
        const { request, note } = await lockNote(trx, by, address);
        if (note.author_id !== by.userId && !hasRole(by.role, 'admin'))
          throw new ServiceError(
            'insufficient_permission',
            'Only the author, admins and owners can delete a note.',
          );
        await deleteNote(trx, by, note.id);
        await deleteNotificationsOfNote(trx, address);
        await audit.record(trx, requestRecord(by, 'note_deleted', request, { author: note.author }));
        announceActivity(database, trx, by);
      });
    },
  };
}
