import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { webhookHeaders } from '../../src/webhooks/endpoints/signature.ts';
import { EVENT_SCHEMAS } from '../../src/webhooks/outbox/event-schema.ts';
import { EVENT_TYPES, TEST_EVENT } from '../../src/webhooks/outbox/event-types.ts';

interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  examples?: unknown[];
  description?: string;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  minimum?: number;
  [keyword: string]: unknown;
}

interface Parameter {
  $ref?: string;
  name: string;
  in: string;
  description?: string;
  example?: unknown;
  schema: Schema;
}

interface Operation {
  parameters?: Parameter[];
  requestBody?: unknown;
  responses: Record<string, unknown>;
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: Operation }>;
  components: { schemas: Record<string, Schema>; parameters: Record<string, Parameter> };
}

const document: Document = JSON.parse(
  readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8'),
);
const { paths, webhooks, components } = document;
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, operation })),
);

/** Every object of the document that a generator could take for a schema, with where it is. */
function* walk(value: unknown, at: string): Generator<[string, Schema]> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield [at, value as Schema];
  for (const [name, inner] of Object.entries(value)) {
    if (name !== 'examples' && name !== 'example') yield* walk(inner, `${at}/${name}`);
  }
}

/** What is sent to clients, with everything that it refers to. */
function* sent(): Generator<[string, Schema]> {
  const seen = new Set<string>();
  const queue: unknown[] = [
    ...operations.map(({ operation }) => operation.responses),
    ...Object.values(webhooks).map(({ post }) => post.requestBody),
  ];
  for (const value of queue) {
    for (const [at, schema] of walk(value, '')) {
      yield [at, schema];
      const name = schema.$ref?.split('/').at(-1);
      if (name === undefined || seen.has(name) || !(name in components.schemas)) continue;
      seen.add(name);
      queue.push({ [name]: components.schemas[name] });
    }
  }
}

describe('the OpenAPI document', () => {
  it('should describe every parameter and have an example of it that Swagger UI does not fill in', () => {
    const own = operations.flatMap(({ name, operation }) =>
      (operation.parameters ?? []).flatMap((each) => ('$ref' in each ? [] : [{ where: name, ...each }])),
    );
    const shared = components.parameters.IdempotencyKey;
    expect(own.length).toBeGreaterThan(30);
    for (const parameter of [...own, { where: 'components', ...shared }] as (Parameter & {
      where: string;
    })[]) {
      const where = `${parameter.where}: ${parameter.name}`;
      expect(parameter.description, where).toMatch(/\S/);
      expect(parameter.schema.examples, where).toHaveLength(1);
      expect(parameter.example, where).toBeUndefined();
    }
  });

  it('should list no values of what it sends as closed that can grow', () => {
    const closed = [...sent()]
      .filter(([at, schema]) => (schema.enum?.length ?? 0) > 1 && !at.includes('/propertyNames'))
      .map(([at]) =>
        at
          .split('/properties/')
          .at(-1)
          ?.replace(/\/anyOf\/0$/, ''),
      );
    // Test and live, before and after the photos: there is no third. A policy is what the client chose from a list.
    const policy = ['challenge', ...policyChecks()];
    expect([...new Set(closed)].toSorted()).toEqual(
      [...new Set(['environment', 'position', ...policy])].toSorted(),
    );
    for (const [at, schema] of sent()) {
      const known = schema['x-extensible-enum'] as string[] | undefined;
      for (const value of known ?? []) expect(schema.description, at).toContain(`\`${value}\``);
    }
  });

  it('should say what it says of a field where generators find it', () => {
    for (const [at, schema] of walk(document, '')) {
      if (schema.$ref !== undefined) expect(Object.keys(schema), at).toEqual(['$ref']);
      const [value, nothing] = schema.anyOf ?? [];
      if (nothing?.type === 'null') expect(value?.description, at).toBeUndefined();
    }
  });

  it('should have a lower bound for every number that counts something', () => {
    const unbounded = [...sent()].filter(
      ([, schema]) => [schema.type].flat().includes('integer') && (schema.minimum ?? -1) < 0,
    );
    expect(unbounded.map(([at]) => at)).toEqual([]);
  });

  it('should describe every event with every header that is sent with it', () => {
    expect(Object.keys(webhooks).toSorted()).toEqual([...EVENT_TYPES, TEST_EVENT].toSorted());
    const event = { id: 'evt_1', type: 'photo_request.created', environment: 'live', body: '{}' } as const;
    const headers = Object.keys(webhookHeaders(event, ['whsec_AAAA'], 0));
    for (const { post } of Object.values(webhooks)) {
      const named = (post.parameters ?? []).map(
        ({ $ref }) => components.parameters[$ref?.split('/').at(-1) ?? ''],
      );
      expect(named.map((parameter) => parameter?.name)).toEqual(
        headers.filter((name) => name !== 'Content-Type' && name !== 'User-Agent'),
      );
    }
  });
});

describe('the webhooks guide', () => {
  it('should show events as they are sent, and name each of them', () => {
    const guide = readFileSync(new URL('../../docs/guides/webhooks.md', import.meta.url), 'utf8');
    const shown = [...guide.matchAll(/```json\n(\{\n {2}"event".*?)```/gs)].map(([, text = '']) =>
      JSON.parse(text),
    );
    expect(shown.map(({ event }) => event)).toEqual([
      'photo_request.submitted',
      'photo_request.created',
      TEST_EVENT,
    ]);
    for (const body of shown) EVENT_SCHEMAS[body.event as keyof typeof EVENT_SCHEMAS].parse(body);
    for (const event of Object.keys(EVENT_SCHEMAS)) expect(guide).toContain(`| \`${event}\` |`);
  });
});

function policyChecks(): string[] {
  return Object.keys(components.schemas.EvidencePolicy?.properties?.checks?.properties ?? {});
}
