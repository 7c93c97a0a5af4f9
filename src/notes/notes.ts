import type { Audit } from '../audit/service.ts';
import type { MemberRepository } from '../identity/member-repository.ts';
import type { NotificationOutbox } from '../notifications/outbox.ts';
import { deleteNotificationsOfNote } from '../notifications/repository.ts';
import {
  deleteNote,
  findNote,
  insertNote,
  listNotes,
  MAX_NOTES,
  noteOperation,
  updateNote,
} from '../photo-requests/note-repository.ts';
import type { PhotoRequestRepository } from '../photo-requests/repository.ts';
import { lockShown, requireRequestId } from '../photo-requests/request-record.ts';
import { type MemberNote, toMemberNote } from '../photo-requests/timeline.ts';
import { requireShown } from '../photo-requests/visibility.ts';
import type { Clock } from '../platform/clock.ts';
import { announceActivity } from '../platform/db/activity.ts';
import type { Database, Queries } from '../platform/db/database.ts';
import type { Owner, PhotoRequestRow, RequestNoteRow } from '../platform/db/tables.ts';
import { notFound, ServiceError, validationError } from '../platform/errors.ts';
import type { Created, IdempotencyClaim, WriteOnce } from '../platform/http/idempotency.ts';
import { type Ids, isId } from '../platform/ids.ts';
import { hasRole } from '../shared/roles.ts';
import type { NoteChanges, NoteInput } from './schema.ts';
import { authorOf, type KeyNames, type TeamActor, teamRecord } from './team-actor.ts';

interface Address {
  requestId: string;
  noteId: string;
}

export type Notes = ReturnType<typeof createNotes>;

/** What members write about a request, for each other, and the business's own systems for them. Customers see nothing of it. */
export function createNotes(deps: {
  database: Database;
  ids: Ids;
  clock: Clock;
  repository: PhotoRequestRepository;
  members: Pick<MemberRepository, 'find'>;
  keys: KeyNames;
  writeOnce: WriteOnce;
  notifications: NotificationOutbox;
  audit: Audit;
}) {
  const { database, ids, clock, repository, members, keys, writeOnce, notifications, audit } = deps;

  /** Everyone in it is a member now; who was mentioned before may have left since. */
  async function checkMentions(
    trx: Queries,
    { workspaceId }: Owner,
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
    by: TeamActor,
    { requestId, noteId }: Address,
    userIds: string[],
  ): Promise<void> {
    if (userIds.length === 0) return;
    const { id: by_id, name } = await authorOf(trx, keys, by);
    const others = userIds.filter((userId) => userId !== by_id);
    if (others.length === 0) return;
    const content = { by: name, by_id, user_ids: others };
    await notifications.record(trx, by, { kind: 'mentioned', content, requestId, noteId }, clock());
  }

  /** With the request held, so that it is not erased meanwhile. */
  async function lockNote(
    trx: Queries,
    by: TeamActor,
    address: Address,
  ): Promise<{ request: PhotoRequestRow; note: RequestNoteRow }> {
    const request = await lockShown(trx, repository, by, address.requestId);
    const note = isId('note', address.noteId) ? await findNote(trx, by, address) : undefined;
    if (note === undefined) throw notFound('The note');
    return { request, note };
  }

  return {
    /** Oldest first. */
    async list(owner: Owner, requestId: string): Promise<MemberNote[]> {
      const found = isId('photoRequest', requestId) ? await repository.find(owner, requestId) : undefined;
      const rows = await listNotes(database.reader, owner, requireShown(found).id);
      return rows.map(toMemberNote);
    },

    /** Once for each claim. */
    async write(
      by: TeamActor,
      requestId: string,
      { text, mentions }: NoteInput,
      claim?: IdempotencyClaim,
    ): Promise<Created<MemberNote>> {
      requireRequestId(requestId);
      return writeOnce(by, noteOperation(requestId), claim, async (trx) => {
        const request = await lockShown(trx, repository, by, requestId);
        if ((await listNotes(trx, by, requestId)).length >= MAX_NOTES)
          throw validationError({ text: [`A request can have at most ${MAX_NOTES} notes.`] });
        const mentioned = [...new Set(mentions ?? [])];
        await checkMentions(trx, by, mentioned);
        const author = await authorOf(trx, keys, by);
        const now = clock();
        const note: RequestNoteRow = {
          id: ids.next('note', now),
          workspace_id: by.workspaceId,
          environment: by.environment,
          request_id: requestId,
          author_id: author.id,
          author: author.address,
          text,
          mentions: JSON.stringify(mentioned),
          told: null,
          created_at: now,
          edited_at: null,
        };
        await insertNote(trx, note);
        await tellMentioned(trx, by, { requestId, noteId: note.id }, mentioned);
        await audit.record(trx, teamRecord(by, 'note_added', request));
        announceActivity(database, trx, by);
        return toMemberNote(note);
      });
    },

    /** Its author alone, as which all keys count; who is mentioned for the first time is told, and never again of the same note. */
    edit(by: TeamActor, address: Address, { text, mentions }: NoteChanges): Promise<MemberNote> {
      return database.write(async (trx) => {
        const { request, note } = await lockNote(trx, by, address);
        if (!isAuthor(by, note))
          throw new ServiceError('insufficient_permission', 'Only the author can edit a note.');
        const before: string[] = JSON.parse(note.mentions);
        const mentioned = [...new Set(mentions ?? before)];
        await checkMentions(trx, by, mentioned, before);
        const told: string[] = note.told === null ? before : JSON.parse(note.told);
        const added = mentioned.filter((userId) => !told.includes(userId));
        const changed = await updateNote(trx, by, note.id, {
          text: text ?? note.text,
          mentions: JSON.stringify(mentioned),
          told: JSON.stringify([...told, ...added]),
          edited_at: clock(),
        });
        await tellMentioned(trx, by, address, added);
        await audit.record(trx, teamRecord(by, 'note_edited', request));
        announceActivity(database, trx, by);
        return toMemberNote(changed);
      });
    },

    async delete(by: TeamActor, address: Address): Promise<void> {
      await database.write(async (trx) => {
        const { request, note } = await lockNote(trx, by, address);
        if (!isAuthor(by, note) && !isInCharge(by))
          throw new ServiceError(
            'insufficient_permission',
            'Only the author, admins and owners can delete a note.',
          );
        await deleteNote(trx, by, note.id);
        await deleteNotificationsOfNote(trx, address);
        await audit.record(trx, teamRecord(by, 'note_deleted', request, { author: note.author }));
        announceActivity(database, trx, by);
      });
    },
  };
}

/** What was written by API belongs to the workspace: another key takes the place of the one that wrote it. */
function isAuthor(by: TeamActor, { author_id }: RequestNoteRow): boolean {
  return 'keyId' in by ? isId('apiKey', author_id) : author_id === by.userId;
}

/** Whoever may delete the whole request by API may delete a note too. */
function isInCharge(by: TeamActor): boolean {
  return 'keyId' in by || hasRole(by.role, 'admin');
}
