import { z } from 'zod';

/** Half of the earth's circumference: nothing is farther away. */
const MAX_RADIUS_METERS = 20_037_509;

const coordinate = (limit: number) =>
  z
    .number({ error: 'Must be a number.' })
    .min(-limit, { error: `Must be at least ${-limit}.` })
    .max(limit, {
      error: `Must be at most ${limit}.`,
    });

export const expectedLocationInput = z.strictObject({
  lat: coordinate(90),
  lng: coordinate(180),
  radius_m: z
    .number({ error: 'Must be a number.' })
    .min(1, { error: 'Must be at least 1.' })
    .max(MAX_RADIUS_METERS, { error: `Must be at most ${MAX_RADIUS_METERS}.` })
    .meta({ description: 'How far from there a photo may be taken, in meters.' }),
});

export const expectedLocationSchema = z
  .strictObject({ lat: z.number(), lng: z.number(), radius_m: z.number() })
  .meta({ id: 'ExpectedLocation' });

export type ExpectedLocation = z.infer<typeof expectedLocationSchema>;
