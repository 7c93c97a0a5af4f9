import { z } from 'zod';
import { pageMetaSchema } from '../platform/http/envelope.ts';
import { text, wireTime } from '../platform/http/fields.ts';
import { cursorField, limitField } from '../platform/http/pages.ts';

export const auditQuery = z.object({
  limit: limitField,
  cursor: cursorField,
  action: text(0, 100).optional(),
  user: text(0, 100).optional(),
});
export const auditResponse = z.strictObject({
  data: z.array(
    z.strictObject({
      id: z.string(),
      at: wireTime,
      user_id: z.string().nullable(),
      actor: z.string(),
      action: z.string(),
      subject_id: z.string().nullable(),
      subject_name: z.string().nullable(),
      details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
      ip_address: z.string().nullable(),
    }),
  ),
  meta: pageMetaSchema,
});
