import { z } from 'zod';
import { member } from '../platform/http/access.ts';
import { envelope } from '../platform/http/envelope.ts';
import { deletedResponse, success } from '../platform/http/responses.ts';
import type { App } from '../platform/http/typed-app.ts';
import { itemParams, WORKSPACE } from '../platform/http/workspace-route.ts';
import type { Assignments } from './assignments.ts';
import type { Notes } from './notes.ts';
import { assigneeBody, assigneeResponse, editNoteBody, noteBody, noteResponse } from './schema.ts';

const noteParams = itemParams.extend({ note: z.string() });

export function noteWebRoutes(app: App, deps: { notes: Notes; assignments: Assignments }): void {
  const { notes, assignments } = deps;
  const NOTES = `${WORKSPACE}/photo-requests/:id/notes`;

  app.post(
    NOTES,
    {
      config: { access: member('member') },
      schema: {
        params: itemParams,
        body: noteBody,
        response: { 201: success('The new note.', noteResponse) },
      },
    },
    async (request, reply) => {
      const { data } = await notes.write(request.member, request.params.id, request.body);
      return reply.code(201).send(envelope(request, data));
    },
  );

  app.patch(
    `${NOTES}/:note`,
    {
      config: { access: member('member') },
      schema: {
        params: noteParams,
        body: editNoteBody,
        response: { 200: success('The note.', noteResponse) },
      },
    },
    async (request) => {
      const { id: requestId, note: noteId } = request.params;
      return envelope(request, await notes.edit(request.member, { requestId, noteId }, request.body));
    },
  );

  app.delete(
    `${NOTES}/:note`,
    {
      config: { access: member('member') },
      schema: { params: noteParams, response: { 200: success('Deleted.', deletedResponse) } },
    },
    async (request) => {
      const { id: requestId, note: noteId } = request.params;
      await notes.delete(request.member, { requestId, noteId });
      return envelope(request, { id: noteId, deleted: true as const });
    },
  );

  app.put(
    `${WORKSPACE}/photo-requests/:id/assignee`,
    {
      config: { access: member('member') },
      schema: {
        params: itemParams,
        body: assigneeBody,
        response: { 200: success('Who takes care of it from now on.', assigneeResponse) },
      },
    },
    async (request) => {
      const { user_id } = request.body;
      const assignee = await assignments.assign(request.member, request.params.id, user_id);
      return envelope(request, { assignee });
    },
  );
}
