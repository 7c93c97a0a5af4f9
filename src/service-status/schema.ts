import { z } from 'zod';
import { enveloped, metaSchema } from '../platform/http/envelope.ts';
import { openEnum, wireTime } from '../platform/http/fields.ts';

const pong = { message: z.literal('pong'), timestamp: wireTime };

/** Spec 2.8 at the top level, and again in the envelope of spec 2.1. */
export const pingResponse = z
  .strictObject({ ...pong, data: z.strictObject(pong), meta: metaSchema })
  .meta({ id: 'Ping' });

export const statusResponse = enveloped(
  z
    .strictObject({
      status: openEnum(['ok', 'degraded']),
      version: z.string(),
      time: wireTime,
      problems: z
        .array(z.string())
        .optional()
        .meta({ description: 'Dependencies that don’t respond; present only when the status is degraded.' }),
    })
    .meta({ id: 'Status' }),
);
