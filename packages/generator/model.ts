import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const HEADER_TEXT = 'Made from docs/openapi.json by `npm run sdks`; changes are lost.';

/** A JSON Schema as the OpenAPI document has it. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  enum?: unknown[];
  const?: unknown;
  /** Values that are known today; others can be added. */
  'x-extensible-enum'?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  additionalProperties?: Schema | boolean;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  schema: Schema;
}

/** What a call gives back, without the envelope. */
export type Result =
  | { kind: 'object'; schema: Schema }
  | { kind: 'list'; schema: Schema }
  /** Returned as it is, without an envelope. */
  | { kind: 'bare'; schema: Schema }
  | { kind: 'file' };

export interface Operation {
  /** In words, in lower case: `resend email`. */
  name: string[];
  summary: string;
  method: string;
  path: string;
  pathParameters: Parameter[];
  query: Parameter[];
  /** A file is sent as the body itself. */
  body: { kind: 'json'; schema: Schema; isRequired: boolean } | { kind: 'file'; types: string[] } | undefined;
  hasIdempotencyKey: boolean;
  result: Result;
}

export interface Resource {
  /** In words: `photo requests`. */
  name: string[];
  description: string;
  operations: Operation[];
}

export interface Model {
  version: string;
  resources: Resource[];
  schemas: Record<string, Schema>;
  /** Names of the schemas that calls send, and those within them. */
  sent: Set<string>;
}

interface Document {
  info: { version: string };
  tags: { name: string; description?: string }[];
  paths: Record<string, Record<string, DocumentOperation>>;
  components: { schemas: Record<string, Schema>; parameters?: Record<string, Parameter> };
}

interface DocumentOperation {
  operationId: string;
  summary: string;
  tags: string[];
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: { required?: boolean; content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}

/** What all SDKs are made from. */
export function readModel(root: string): Model {
  const document: Document = JSON.parse(readFileSync(join(root, 'docs', 'openapi.json'), 'utf8'));
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const schemas = { ...document.components.schemas };
  const resources = document.tags
    .map(({ name, description = '' }) => ({
      name: wordsOf(name),
      description,
      operations: operations
        .filter(({ operation }) => operation.tags[0] === name && !isStream(operation))
        .map((found) => readOperation(document, wordsOf(name), found, schemas)),
    }))
    // Some tags are of webhooks, which no one calls.
    .filter((resource) => resource.operations.length > 0);
  const bodies = resources.flatMap(({ operations: all }) =>
    all.flatMap(({ body }) => (body?.kind === 'json' ? [body.schema] : [])),
  );
  return { version: document.info.version, schemas, resources, sent: namesWithin(bodies, schemas) };
}

/** All that can be reached from these. */
function namesWithin(from: Schema[], schemas: Record<string, Schema>): Set<string> {
  const found = new Set<string>();
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const name = typeof (value as Schema).$ref === 'string' ? refName(value as Schema) : undefined;
    if (name === undefined) {
      for (const part of Object.values(value)) look(part);
    } else if (!found.has(name)) {
      found.add(name);
      look(schemas[name]);
    }
  };
  look(from);
  return found;
}

/** No call that returns: it needs someone who reconnects, such as `shutterpost-listen`. */
function isStream({ responses }: DocumentOperation): boolean {
  return 'text/event-stream' in (responses['200']?.content ?? {});
}

function readOperation(
  document: Document,
  resource: string[],
  { path, method, operation }: { path: string; method: string; operation: DocumentOperation },
  schemas: Record<string, Schema>,
): Operation {
  const named = (schema: Schema, ending: string) =>
    nameSchema(schema, pascalCase([...wordsOf(operation.operationId), ending]), schemas);
  const parameters = (operation.parameters ?? []).map((each) =>
    '$ref' in each ? (resolve(document, each.$ref) as Parameter) : each,
  );
  return {
    name: shortName(wordsOf(operation.operationId), resource),
    summary: operation.summary,
    method: method.toUpperCase(),
    path,
    pathParameters: parameters.filter((each) => each.in === 'path'),
    query: parameters.filter((each) => each.in === 'query'),
    body: readBody(operation, named),
    hasIdempotencyKey: parameters.some(({ name }) => name === 'Idempotency-Key'),
    result: readResult(operation, named),
  };
}

type Naming = (schema: Schema, ending: string) => Schema;

/** What a call sends or returns has a name in every SDK, whether the document gives it one or not. */
function nameSchema(schema: Schema, name: string, schemas: Record<string, Schema>): Schema {
  if (schema.$ref !== undefined) return schema;
  const chosen = schema.properties?.deleted === undefined ? name : 'Deleted';
  schemas[chosen] ??=
    chosen === 'Deleted' ? { description: 'What a deleted object leaves.', ...schema } : schema;
  return { $ref: `#/components/schemas/${chosen}` };
}

function readBody({ requestBody }: DocumentOperation, named: Naming): Operation['body'] {
  if (requestBody === undefined) return undefined;
  const json = requestBody.content['application/json'];
  if (json === undefined) return { kind: 'file', types: Object.keys(requestBody.content) };
  return { kind: 'json', schema: named(json.schema, 'body'), isRequired: requestBody.required === true };
}

function readResult({ operationId, responses }: DocumentOperation, named: Naming): Result {
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
  const json = success?.content?.['application/json'];
  if (json === undefined) return { kind: 'file' };
  const data = json.schema.properties?.data;
  if (data === undefined) return { kind: 'bare', schema: named(json.schema, 'result') };
  if (data.type !== 'array') return { kind: 'object', schema: named(data, 'result') };
  if (data.items === undefined) throw new Error(`${operationId} returns a list of nothing`);
  return { kind: 'list', schema: named(data.items, 'item') };
}

function resolve(document: Document, ref: string): unknown {
  return ref
    .split('/')
    .slice(1)
    .reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], document);
}

/** `Photo requests` and `photoRequests` alike. */
export function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[\s_-]+/);
}

/** Without the resource that it is a method of: `resend photo request email` -> `resend email`. */
function shortName(name: string[], resource: string[]): string[] {
  const text = name.join(' ');
  const plural = resource.join(' ');
  const singular = plural.replace(/s$/, '');
  const short = text.replace(new RegExp(` (?:${plural}|${singular})\\b`), '');
  // `list webhook deliveries` of `webhook endpoints` -> `list deliveries`.
  return short.split(' ').filter((word, index) => index === 0 || word !== resource[0] || short !== text);
}

export const camelCase = (words: string[]) =>
  words.map((word, index) => (index === 0 ? word : capitalized(word))).join('');
export const pascalCase = (words: string[]) => words.map(capitalized).join('');
export const snakeCase = (words: string[]) => words.join('_');

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

export function refName(schema: Schema): string | undefined {
  return schema.$ref?.split('/').at(-1);
}
