import { z } from 'zod';
import { assigneeSchema } from '../photo-requests/schema.ts';
import { memberNoteSchema } from '../photo-requests/timeline.ts';
import { enveloped } from '../platform/http/envelope.ts';
import { list, text } from '../platform/http/fields.ts';
import { idParams } from '../platform/http/typed-app.ts';
import { listOf } from '../platform/http/workspace-route.ts';

export const MAX_NOTE_LENGTH = 2_000;
export const MAX_MENTIONS = 20;

const userId = text(1, 40);

const fields = {
  text: text(1, MAX_NOTE_LENGTH),
  mentions: list(userId, MAX_MENTIONS)
    .nullish()
    .meta({ description: 'The `id` of each member who is told of it.' }),
};

export const noteBody = z
  .object(fields)
  .meta({ id: 'CreateNote', examples: [{ text: 'The policy covers glass.', mentions: [] }] });

export const editNoteBody = z
  .object({ ...fields, text: fields.text.optional() })
  .meta({ id: 'UpdateNote', examples: [{ text: 'The policy covers glass, with a deductible.' }] });

export type NoteInput = z.infer<typeof noteBody>;
export type NoteChanges = z.infer<typeof editNoteBody>;

export const noteParams = idParams.extend({
  note_id: z
    .string()
    .meta({ description: 'Id of the note.', examples: ['note_01kw3hd5bm00vq8n9m2c5t7x4r6z'] }),
});

export const noteResponse = enveloped(memberNoteSchema);
export const noteListResponse = listOf(memberNoteSchema);

export const assigneeBody = z
  .object({
    user_id: userId
      .nullable()
      .meta({ description: 'The `id` of the member. null: no one takes care of it.' }),
  })
  .meta({ id: 'AssignPhotoRequest', examples: [{ user_id: 'user_01kw3hd5bm00vq8n9m2c5t7x4r6z' }] });

export const assigneeResponse = enveloped(
  z.strictObject({ assignee: assigneeSchema.nullable() }).meta({ id: 'Assignment' }),
);
