import { z } from 'zod';
import { toWireTime, toWireTimeOrNull } from '../platform/clock.ts';
import { enveloped } from '../platform/http/envelope.ts';
import { list, text, wireTime } from '../platform/http/fields.ts';
import { listOf } from '../platform/http/workspace-route.ts';
import { SCOPES } from '../shared/scopes.ts';
import type { ApiKey, IssuedApiKey } from './api-key.ts';

/** Spec 2.7; the value is never part of it. */
export const apiKeySchema = z.strictObject({
  id: z.string(),
  environment: z.enum(['live', 'test']),
  name: z.string(),
  is_active: z.boolean(),
  masked_key: z.string(),
  scopes: z.array(z.enum(SCOPES)),
  last_used_at: wireTime.nullable(),
  created_at: wireTime,
});

export const issuedApiKeySchema = apiKeySchema.extend({
  key: z.string().meta({ description: 'Shown only once.' }),
});

export type WireApiKey = z.infer<typeof apiKeySchema>;
export type WireIssuedApiKey = z.infer<typeof issuedApiKeySchema>;

export const apiKeyListResponse = listOf(apiKeySchema);
export const apiKeyResponse = enveloped(apiKeySchema);
export const issuedApiKeyResponse = enveloped(issuedApiKeySchema);

export const createApiKeyBody = z.object({
  name: text(1, 100),
  environment: z.enum(['live', 'test']).nullish(),
  is_active: z.boolean().nullish(),
  scopes: list(z.enum(SCOPES), SCOPES.length)
    .refine((scopes) => scopes.length > 0, { error: 'Must have at least one entry.' })
    .nullish(),
});

export const editApiKeyBody = z.object({ name: text(1, 100).optional(), is_active: z.boolean().optional() });

export function toWireKey(key: ApiKey): WireApiKey {
  return {
    id: key.id,
    environment: key.environment,
    name: key.name,
    is_active: key.isActive,
    masked_key: key.maskedKey,
    scopes: [...key.scopes],
    last_used_at: toWireTimeOrNull(key.lastUsedAt),
    created_at: toWireTime(key.createdAt),
  };
}

export function toWireIssuedKey(key: IssuedApiKey): WireIssuedApiKey {
  return { ...toWireKey(key), key: key.key };
}
