import { z } from 'zod';
import { findingSchema } from '../photos/evidence/finding.ts';
import { wireTime } from '../platform/http/fields.ts';

export const heldSubmissionSchema = z
  .strictObject({
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
        evidence: z.array(findingSchema),
      }),
    ),
  })
  .meta({ id: 'HeldSubmission' });

export type HeldSubmission = z.infer<typeof heldSubmissionSchema>;
