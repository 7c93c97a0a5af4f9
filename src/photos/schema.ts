import { z } from 'zod';
import { openEnum, wireTime } from '../platform/http/fields.ts';
import { findingSchema } from './evidence/finding.ts';

/** Spec 2.4, and beside it what design part 4 adds. */
export const photoSchema = z
  .strictObject({
    id: z.string().meta({ examples: ['photo_01kw3hd5bm00vq8n9m2c5t7x4r6z'] }),
    url: z.url().meta({ description: 'Direct download link. It expires; every read returns a fresh one.' }),
    thumbnail_url: z.url().meta({ description: 'A small JPEG, at most 480 pixels on its longer side.' }),
    sealed_url: z.url().nullable().meta({
      description:
        'The photo with C2PA content credentials. null until it is sealed, seconds after the submission; it expires like `url`.',
    }),
    metadata: z.strictObject({
      gps_lat: z.number().optional().meta({ description: 'Latitude; absent when unknown.' }),
      gps_lng: z.number().optional().meta({ description: 'Longitude; absent when unknown.' }),
      gps_accuracy: z.number().optional().meta({ description: 'In meters; absent when unknown.' }),
      captured_at: wireTime,
      quality_hint: openEnum(['blurred', 'dark', 'overexposed']).optional().meta({
        description: 'What the device warned about before the customer kept the photo; absent if nothing.',
      }),
    }),
    slot_index: z
      .int()
      .min(0)
      .meta({ description: 'The slot it fills; without slots, the number of the photo.' }),
    slot_instructions: z.string().nullable().meta({ description: 'null if the request has no slots.' }),
    round: z.int().min(1).meta({
      description: 'In which round it was submitted: 1, or more if the customer was asked to take it again.',
    }),
    sha256: z.string().meta({ description: 'Hash of the file as the device sent it, in hexadecimal.' }),
    width: z.int().min(1).meta({ description: 'In pixels.' }),
    height: z.int().min(1).meta({ description: 'In pixels.' }),
    bytes: z.int().min(1).meta({ description: 'Size of the file.' }),
    received_at: wireTime.meta({ description: 'When the photo arrived, by the server’s clock.' }),
    evidence: z.array(findingSchema).meta({
      description:
        'What speaks for and against the photo, one finding for each check. Empty if it came before there were checks.',
    }),
  })
  .meta({ id: 'Photo' });

export type Photo = z.infer<typeof photoSchema>;
