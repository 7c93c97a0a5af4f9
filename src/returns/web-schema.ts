import { z } from 'zod';
import { enveloped } from '../platform/http/envelope.ts';

const stateSchema = z.strictObject({
  is_rotating: z.boolean().meta({ description: 'Whether a new secret signs beside the current one.' }),
});
export const stateResponse = enveloped(stateSchema);
export const nextResponse = enveloped(z.strictObject({ next: z.string() }));
export const secretsResponse = enveloped(
  z.strictObject({ current: z.string(), next: z.string().nullable() }),
);

export type ReturnSecretState = z.infer<typeof stateSchema>;
