import { z } from 'zod';
import { assigneeSchema } from '../photo-requests/schema.ts';
import { memberNoteSchema } from '../photo-requests/timeline.ts';
import { enveloped } from '../platform/http/envelope.ts';
import { list, text } from '../platform/http/fields.ts';
import { itemParams } from '../platform/http/workspace-route.ts';

export const MAX_NOTE_LENGTH = 2_000;
export const MAX_MENTIONS = 20;

const userId = text(1, 40);

export const noteBody = z.object({
  text: text(1, MAX_NOTE_LENGTH),
  mentions: list(userId, MAX_MENTIONS).default([]).meta({ description: 'Members who are told of it.' }),
});

export type NoteInput = z.infer<typeof noteBody>;

export const noteParams = itemParams.extend({ note: z.string() });

export const noteResponse = enveloped(memberNoteSchema);

export const assigneeBody = z.object({
  user_id: userId.nullable().meta({ description: 'null: no one takes care of it.' }),
});

export const assigneeResponse = enveloped(z.strictObject({ assignee: assigneeSchema.nullable() }));
