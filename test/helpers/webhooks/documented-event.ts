import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { EVENT_SCHEMAS } from '../../../src/webhooks/outbox/event-schema.ts';

const DOCUMENT = new URL('../../../docs/openapi.json', import.meta.url);

interface Description {
  webhooks: Record<string, { post: { requestBody: { content: Record<string, { schema: object }> } } }>;
  components: { schemas: Record<string, object> };
}

/** The OpenAPI document promises that fields may be added; here none may be there that it does not name. */
function readClosed(): Description {
  const text = readFileSync(DOCUMENT, 'utf8').replaceAll('#/components/schemas/', '#/$defs/');
  return JSON.parse(text, (_name, value) =>
    value?.properties !== undefined && value.type === 'object'
      ? { ...value, additionalProperties: false }
      : value,
  );
}

const checks = new Map<string, z.ZodType>();

/** Made from what the document says of a webhook. */
function documented(event: string): z.ZodType {
  let check = checks.get(event);
  if (check === undefined) {
    const { webhooks, components } = readClosed();
    const schema = webhooks[event]?.post.requestBody.content['application/json']?.schema;
    if (schema === undefined) throw new Error(`The OpenAPI document does not know the event ${event}.`);
    check = z.fromJSONSchema({ ...schema, $defs: components.schemas } as never);
    checks.set(event, check);
  }
  return check;
}

export interface DocumentedEvent {
  event: string;
  data: Record<string, unknown>;
}

/** An event as it was sent, or throws if it differs from the OpenAPI document or the schema that this is made from. */
export function documentedEvent(body: string): DocumentedEvent {
  const sent = JSON.parse(body);
  documented(sent.event).parse(sent);
  EVENT_SCHEMAS[sent.event as keyof typeof EVENT_SCHEMAS].parse(sent);
  return sent;
}
