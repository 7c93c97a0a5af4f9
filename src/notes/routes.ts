import { apiKey } from '../platform/http/access.ts';
import { envelope } from '../platform/http/envelope.ts';
import { idempotencyClaimOf, sendCreated } from '../platform/http/idempotency.ts';
import { deletedResponse, errorResponses, success } from '../platform/http/responses.ts';
import { type App, idParams } from '../platform/http/typed-app.ts';
import type { Assignments } from './assignments.ts';
import type { Notes } from './notes.ts';
import {
  assigneeBody,
  assigneeResponse,
  editNoteBody,
  noteBody,
  noteListResponse,
  noteParams,
  noteResponse,
} from './schema.ts';

export function noteRoutes(app: App, deps: { notes: Notes; assignments: Assignments }): void {
  const { notes, assignments } = deps;
  const tags = ['Photo requests'];
  const writing = { access: apiKey('photo_requests:write') };

  app.get(
    '/photo-requests/:id/notes',
    {
      config: { access: apiKey('photo_requests:read') },
      schema: {
        operationId: 'listPhotoRequestNotes',
        summary: 'List the notes of your team on a photo request, oldest first: 200 at most',
        tags,
        params: idParams,
        response: { 200: success('The notes.', noteListResponse), ...errorResponses(401, 403, 404, 429) },
      },
    },
    async (request) => envelope(request, await notes.list(request.caller, request.params.id)),
  );

  app.post(
    '/photo-requests/:id/notes',
    {
      config: writing,
      schema: {
        operationId: 'createPhotoRequestNote',
        summary: 'Write a note on a photo request; members who are mentioned are told',
        tags,
        params: idParams,
        body: noteBody,
        response: {
          201: success('The new note.', noteResponse),
          ...errorResponses(400, 401, 403, 404, 422, 429),
        },
      },
    },
    async (request, reply) => {
      const claim = idempotencyClaimOf(request);
      const { caller, params, body } = request;
      return sendCreated(request, reply, await notes.write(caller, params.id, body, claim));
    },
  );

  app.patch(
    '/photo-requests/:id/notes/:note_id',
    {
      config: writing,
      schema: {
        operationId: 'updatePhotoRequestNote',
        summary: 'Edit a note that was written by API; fields you leave out stay unchanged',
        tags,
        params: noteParams,
        body: editNoteBody,
        response: {
          200: success('The note.', noteResponse),
          ...errorResponses(400, 401, 403, 404, 422, 429),
        },
      },
    },
    async (request) => {
      const { id: requestId, note_id: noteId } = request.params;
      return envelope(request, await notes.edit(request.caller, { requestId, noteId }, request.body));
    },
  );

  app.delete(
    '/photo-requests/:id/notes/:note_id',
    {
      config: writing,
      schema: {
        operationId: 'deletePhotoRequestNote',
        summary: 'Delete a note, whoever wrote it',
        tags,
        params: noteParams,
        response: { 200: success('Deleted.', deletedResponse), ...errorResponses(401, 403, 404, 429) },
      },
    },
    async (request) => {
      const { id: requestId, note_id: noteId } = request.params;
      await notes.delete(request.caller, { requestId, noteId });
      return envelope(request, { id: noteId, deleted: true as const });
    },
  );

  app.put(
    '/photo-requests/:id/assignee',
    {
      config: writing,
      schema: {
        operationId: 'assignPhotoRequest',
        summary: 'Say who of your team takes care of a photo request; they are told',
        tags,
        params: idParams,
        body: assigneeBody,
        response: {
          200: success('Who takes care of it from now on.', assigneeResponse),
          ...errorResponses(400, 401, 403, 404, 422, 429),
        },
      },
    },
    async (request) => {
      const { caller, params, body } = request;
      return envelope(request, { assignee: await assignments.assign(caller, params.id, body.user_id) });
    },
  );
}
