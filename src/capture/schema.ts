import { z } from 'zod';
import { MAX_QUESTIONS } from '../shared/questions.ts';

/** A name a device may give its photo: 128 random bits in base64url. */
export const CLIENT_ID = /^[\w-]{22}$/;
export const HANDOVER_CODE = /^[0-9a-z]{26}$/;
const MAX_PHOTOS = 50;

const target = {
  kind: z.enum(['request', 'link']),
  key: z.string().min(1).max(100),
};
const code = z.string().max(100);

export const openSessionBody = z.object({
  ...target,
  previous: z.string().max(100).nullish(),
  round: z.int().min(1).max(999).nullish(),
  edition: z.string().max(50).nullish(),
  handover: z.object({ code, secret: z.string().regex(CLIENT_ID) }).nullish(),
});

export const handoverPreviewBody = z.object({ ...target, code });

const location = z.object({
  lat: z.number().min(-90).max(90),
  lng: z.number().min(-180).max(180),
  accuracy: z.number().min(0).max(1e8).nullish(),
});

/** Held against the questions later; here only their number and names are bounded. */
const answers = z
  .record(z.string().max(40), z.unknown())
  .refine((given) => Object.keys(given).length <= MAX_QUESTIONS, { error: 'Too many answers.' });

export const submissionBody = z.object({
  photos: z.array(z.string().regex(CLIENT_ID)).max(MAX_PHOTOS).nullish(),
  location: location.nullish(),
  answers: answers.nullish(),
});

export const clientIdParams = z.object({ clientId: z.string() });

/** The camera is open for this slot, and may have a light. */
export const challengeBody = z.object({ slot: z.int().min(0).max(99), torch: z.boolean() });
