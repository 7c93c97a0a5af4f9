import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { type TestWorkspace, useTestApp } from '../../helpers/app/test-app.ts';
import { createLink, createRequest } from '../../helpers/capture/customer.ts';

interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema;
  propertyNames?: Schema;
  required?: string[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
  maxProperties?: number;
  pattern?: string;
  format?: string;
}

interface Operation {
  parameters?: { name: string; in: string; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema; example?: object }> };
}

/** A value that breaks one rule of the document. */
interface Breach {
  /** As `details` names it. */
  field: string;
  rule: string;
  value: unknown;
}

const { paths, components } = JSON.parse(
  readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8'),
) as { paths: Record<string, Record<string, Operation>>; components: { schemas: Record<string, Schema> } };

const BOUND = /at (?:least|most) [\d-]|integer from|is required/;

const calls = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    method: method.toUpperCase(),
    path,
    ...operation,
  })),
);

function resolved(schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1);
  const target = name === undefined ? schema : (components.schemas[name] ?? {});
  const [value, nothing] = target.anyOf ?? [];
  return nothing?.type === 'null' && value !== undefined ? resolved(value) : target;
}

/** What breaks each rule that a schema has for one value. */
function* broken(schema: Schema): Generator<[string, unknown]> {
  const { minimum, maximum, minLength, maxLength, maxItems } = schema;
  if (minimum !== undefined) yield ['minimum', minimum - 1];
  if (maximum !== undefined) yield ['maximum', maximum + 1];
  if (minLength) yield ['minLength', 'a'.repeat(minLength - 1)];
  if (maxLength !== undefined) yield ['maxLength', 'a'.repeat(maxLength + 1)];
  if (maxItems !== undefined)
    yield ['maxItems', Array.from({ length: maxItems + 1 }, () => sample(schema.items ?? {}))];
  if (schema.maxProperties !== undefined)
    yield [
      'maxProperties',
      Object.fromEntries(
        Array.from({ length: schema.maxProperties + 1 }, (_, index) => [
          `n${index}`,
          sample(schema.additionalProperties ?? {}),
        ]),
      ),
    ];
  if (schema.enum !== undefined) yield ['enum', 'none-of-these'];
  if (schema.pattern !== undefined) yield ['pattern', '!'];
  if (schema.format !== undefined) yield ['format', 'not such a thing'];
  const types = [schema.type ?? []].flat();
  if (types.includes('integer')) yield ['integer', 1.5];
  if (types.length > 0) yield ['type', types.includes('object') ? 'text' : { not: 'this' }];
}

/** What lies just within each bound. */
function* extreme(schema: Schema): Generator<[string, unknown]> {
  if (schema.minimum !== undefined) yield ['minimum', schema.minimum];
  if (schema.maximum !== undefined) yield ['maximum', schema.maximum];
  const isWord = schema.format === undefined && schema.pattern === undefined;
  if (isWord && schema.minLength) yield ['minLength', 'a'.repeat(schema.minLength)];
  if (isWord && schema.maxLength !== undefined) yield ['maxLength', 'a'.repeat(schema.maxLength)];
}

/** The least that a schema accepts. */
function sample(given: Schema): unknown {
  const schema = resolved(given);
  const [type] = [schema.type ?? 'string'].flat();
  if (schema.enum !== undefined) return schema.enum[0];
  if (type === 'object')
    return Object.fromEntries(
      (schema.required ?? []).map((name) => [name, sample(schema.properties?.[name] ?? {})]),
    );
  if (type === 'array') return [];
  if (type === 'boolean') return true;
  if (type === 'integer' || type === 'number') return schema.minimum ?? 1;
  return 'a'.repeat(Math.max(schema.minLength ?? 1, 1));
}

/** Every breach inside of a value, or every extreme, each in a value that is otherwise as small as can be. */
function* breachesOf(given: Schema, path: string, valuesOf = broken): Generator<Breach> {
  const schema = resolved(given);
  for (const [rule, value] of valuesOf(schema)) yield { field: path, rule, value };
  for (const [name, inner] of Object.entries(schema.properties ?? {})) {
    for (const breach of breachesOf(inner, `${path}.${name}`, valuesOf))
      yield { ...breach, value: { ...(sample(schema) as object), [name]: breach.value } };
  }
  if (schema.items !== undefined) {
    for (const breach of breachesOf(schema.items, `${path}.0`, valuesOf))
      yield { ...breach, value: [breach.value] };
  }
  if (schema.additionalProperties?.type !== undefined || schema.additionalProperties?.$ref !== undefined) {
    const key = (schema.propertyNames?.enum?.[0] as string | undefined) ?? 'q1';
    for (const breach of breachesOf(schema.additionalProperties, `${path}.${key}`, valuesOf))
      yield { ...breach, value: { [key]: breach.value } };
    for (const [rule, name] of valuesOf(schema.propertyNames ?? {})) {
      if (typeof name === 'string' && rule !== 'type')
        yield {
          field: `${path}.${name}`,
          rule: `name: ${rule}`,
          value: { [name]: sample(schema.additionalProperties) },
        };
    }
  }
}

describe('every bound of the OpenAPI document', () => {
  const api = useTestApp();
  let workspace: TestWorkspace;
  const ids: Record<string, string> = {};
  beforeAll(async () => {
    workspace = await api.createWorkspace({ plan: 'enterprise', unlimited: true });
    const { key } = workspace.live;
    ids['photo-requests'] = (await createRequest(api, key)).id;
    ids['permanent-links'] = (await createLink(api, key)).id;
    const body = { name: 'A template', instructions: 'A photo' };
    ids.templates = (await api.call('POST', '/v1/templates', { key, body })).json().data.id;
  });

  const addressOf = (path: string) =>
    `/v1${path.replace(/([^/]+)\/\{id\}/, (_, resource: string) => `${resource}/${ids[resource] ?? 'none'}`)}`;

  const bodies = calls.filter(({ requestBody }) => requestBody?.content['application/json'] !== undefined);
  it.each(bodies)('should be kept by the body of $method $path', async ({ method, path, requestBody }) => {
    const { schema, example = {} } = requestBody?.content['application/json'] ?? { schema: {} };
    const faults: string[] = [];
    let count = 0;
    for (const [name, field] of Object.entries(resolved(schema).properties ?? {})) {
      for (const breach of breachesOf(field, name)) {
        count += 1;
        const response = await api.call(method as 'POST', addressOf(path), {
          key: workspace.live.key,
          body: { ...example, [name]: breach.value },
        });
        const named = Object.keys(response.json().error?.details ?? {});
        // An entry of a list may be refused as a whole.
        const isNamed = named.some((each) => breach.field === each || breach.field.startsWith(`${each}.`));
        if (response.statusCode !== 422 || !isNamed)
          faults.push(`${breach.field} (${breach.rule}): ${response.statusCode} ${named.join(', ')}`);
      }
    }
    expect(faults).toEqual([]);
    expect(count).toBeGreaterThan(0);
  });

  it.each(bodies)('should be reached by the body of $method $path', async ({ method, path, requestBody }) => {
    const { schema, example = {} } = requestBody?.content['application/json'] ?? { schema: {} };
    const faults: string[] = [];
    for (const [name, field] of Object.entries(resolved(schema).properties ?? {})) {
      for (const { field: at, rule, value } of breachesOf(field, name, extreme)) {
        const response = await api.call(method as 'POST', addressOf(path), {
          key: workspace.live.key,
          body: { ...example, [name]: value },
        });
        const details: Record<string, string[]> = response.json().error?.details ?? {};
        // Other rules may refuse it, such as that there is no template with this id.
        const messages = (details[at] ?? []).filter((message) => BOUND.test(message));
        if (messages.length > 0) faults.push(`${at} (${rule}): ${messages.join(' ')}`);
      }
    }
    expect(faults).toEqual([]);
  });

  const queries = calls.filter(({ parameters = [] }) => parameters.some((each) => each.in === 'query'));
  it.each(queries)(
    'should be kept by the query of $method $path',
    async ({ method, path, parameters = [] }) => {
      const faults: string[] = [];
      for (const { name, schema } of parameters.filter((each) => each.in === 'query')) {
        for (const [rule, value] of broken(schema)) {
          if (rule === 'type' || typeof value === 'object') continue;
          const query = new URLSearchParams({ [name]: String(value) });
          const response = await api.call(method as 'GET', `${addressOf(path)}?${query}`, {
            key: workspace.live.key,
            ...(method === 'GET' ? {} : { raw: Buffer.from('x'), headers: { 'content-type': 'image/png' } }),
          });
          if (response.statusCode !== 400 || !(name in (response.json().error?.details ?? {})))
            faults.push(`${name} (${rule}): ${response.statusCode} ${response.body.slice(0, 200)}`);
        }
      }
      expect(faults).toEqual([]);
    },
  );
});
