/** The parts of an OpenAPI document that a collection is made of. */
export interface ApiDocument {
  info: { title: string; description?: string };
  tags: { name: string; description?: string }[];
  paths: Record<string, Record<string, Operation>>;
}

interface Operation {
  summary?: string;
  description?: string;
  tags?: string[];
  parameters?: { in: string; name: string; required?: boolean; description?: string; example?: unknown }[];
  requestBody?: { content: Record<string, { example?: unknown }> };
}

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

/**
 * What was created is used by the calls behind it: each response leaves its id, so that the whole collection can be run
 * from top to bottom.
 */
const KEEP_ID = [
  'const { data } = pm.response.json();',
  'const found = Array.isArray(data) ? data[0] : data;',
  'if (pm.response.code < 300 && found?.id) pm.collectionVariables.set("NAME", found.id);',
];

/** Every call with an example, in the format of Postman, which Bruno, Insomnia and newman read too. */
export function collectionOf(document: ApiDocument, publicUrl: string) {
  const calls = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ path, method, operation })),
  );
  return {
    info: { name: document.info.title, description: document.info.description ?? '', schema: SCHEMA },
    auth: {
      type: 'apikey',
      apikey: [
        { key: 'key', value: 'X-API-Key', type: 'string' },
        { key: 'value', value: '{{api_key}}', type: 'string' },
        { key: 'in', value: 'header', type: 'string' },
      ],
    },
    variable: [
      { key: 'base_url', value: `${publicUrl}/v1` },
      { key: 'api_key', value: '' },
    ],
    // What the service sends has a tag too, and no calls.
    item: document.tags
      .filter(({ name }) => calls.some(({ operation }) => operation.tags?.[0] === name))
      .map(({ name, description = '' }) => ({
        name,
        description,
        item: calls
          .filter(({ operation }) => operation.tags?.[0] === name)
          // What is deleted first is not there for the others.
          .sort((one, other) => rank(one.method) - rank(other.method))
          .map(requestOf),
      })),
  };
}

function rank(method: string): number {
  return ['post', 'get', 'put', 'patch', 'delete'].indexOf(method) === 4 ? 1 : 0;
}

function requestOf({ path, method, operation }: { path: string; method: string; operation: Operation }) {
  const segments = path.split('/').filter(Boolean);
  const [type, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  return {
    name: operation.summary ?? path,
    request: {
      method: method.toUpperCase(),
      description: operation.description ?? '',
      header: type === undefined ? [] : [{ key: 'Content-Type', value: type }],
      ...(content?.example === undefined
        ? {}
        : { body: { mode: 'raw', raw: JSON.stringify(content.example, null, 2) } }),
      url: {
        raw: `{{base_url}}${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
        host: ['{{base_url}}'],
        path: segments.map((segment) => segment.replace(/^\{(\w+)\}$/, ':$1')),
        query: (operation.parameters ?? [])
          .filter((parameter) => parameter.in === 'query')
          .map(({ name, required = false, description = '', example = '' }) => ({
            key: name,
            value: String(example),
            description,
            disabled: !required,
          })),
        variable: segments.flatMap((segment, index) => {
          const [, name] = /^\{(\w+)\}$/.exec(segment) ?? [];
          return name === undefined ? [] : [{ key: name, value: `{{${idOf(segments[index - 1])}}}` }];
        }),
      },
    },
    event: [
      {
        listen: 'test',
        script: {
          type: 'text/javascript',
          exec: method === 'delete' ? [] : keepId(segments),
        },
      },
    ],
  };
}

/** The calls on an object answer with that object. */
function keepId(segments: string[]): string[] {
  const resource = segments.filter((segment) => segment.endsWith('s')).at(-1);
  return resource === undefined ? [] : KEEP_ID.map((line) => line.replace('NAME', idOf(resource)));
}

/** `photo-requests` -> `photo_request_id`. */
function idOf(resource = ''): string {
  return `${resource.replaceAll('-', '_').replace(/ies$/, 'y').replace(/s$/, '')}_id`;
}
