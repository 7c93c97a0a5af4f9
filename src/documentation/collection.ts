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
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { example?: unknown }> };
  responses: Record<string, { content?: Record<string, unknown> }>;
}

interface Parameter {
  in: string;
  name: string;
  required?: boolean;
  description?: string;
  schema?: { examples?: unknown[] };
}

interface Call {
  path: string;
  method: string;
  operation: Operation;
}

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

/** The helper that plays the customer stands where the customer would act. */
const FOLDERS: Record<string, string> = { 'Test helpers': 'Photo requests' };

/**
 * The collection can be run from top to bottom: what is created is used by the calls behind it and deleted at the end.
 * These come in this order behind the calls on what is still open or has no deliveries.
 */
const LATE = [
  '/submit',
  '/photos.zip',
  '/report.pdf',
  '/review',
  '/cancel',
  '/reopen',
  '/test',
  '/deliveries',
  '/deliveries/{delivery_id}',
  '/replay',
];

/** What these calls need, no other call can bring about: they may also be refused, with this status. */
const MAY_BE_REFUSED: Record<string, { status: number; because: string }> = {
  'post /photo-requests/{id}/resend-email': { status: 422, because: 'the request has no email address' },
  'post /photo-requests/{id}/resend-sms': { status: 422, because: 'the request has no phone number' },
  'post /photo-requests/{id}/remind': { status: 422, because: 'the request has no email address' },
  'put /photo-requests/{id}/reminders': { status: 422, because: 'the request has no email address' },
  'put /photo-requests/{id}/assignee': { status: 422, because: 'the member is an example' },
  'delete /photo-requests/{id}': { status: 404, because: 'it was erased before' },
  'post /photo-requests/{id}/reopen': { status: 422, because: 'the request has not expired' },
  'post /permanent-links/{id}/held-submissions/{submission_id}/approve': {
    status: 404,
    because: 'no submission waits',
  },
  'post /permanent-links/{id}/held-submissions/{submission_id}/reject': {
    status: 404,
    because: 'no submission waits',
  },
  'post /members/{id}/notifications/{notification_id}/read': {
    status: 404,
    because: 'the member was told of nothing yet',
  },
  'patch /members/{id}/notification-choices': { status: 403, because: 'that takes a live key' },
};

/** There are more calls than a workspace may make in a minute: before the first that would be refused, the run waits. */
const WAIT_AT_LIMIT = [
  'const { headers } = pm.response;',
  'const wait = Number(headers.get("X-RateLimit-Reset")) * 1000 - Date.now();',
  'if (headers.get("X-RateLimit-Remaining") === "0") setTimeout(() => {}, Math.min(Math.max(wait, 0), 60000));',
];

/** The address of the example, for a receiver of one's own to take its place. */
const WEBHOOK_URL = 'https://example.com/webhooks';

/** The picture that is uploaded has to be beside the collection, or chosen. */
const PICTURE = 'example.jpg';

/** Every call with an example, in the format of Postman, which Bruno, Insomnia and newman read too. */
export function collectionOf(document: ApiDocument, publicUrl: string) {
  const calls = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      // A stream never ends, and whoever runs the collection would wait for it.
      .filter(([, { responses }]) => responses['200']?.content?.['text/event-stream'] === undefined)
      .map(([method, operation]) => ({ path, method, operation })),
  );
  const inFolder = (name: string) => calls.filter(({ operation }) => folderOf(operation) === name);
  const created = new Set(calls.filter((call) => call.method === 'post').map(({ path }) => path));
  const ids = new Set(calls.flatMap(({ path }) => variablesOf(path).map(({ id }) => id)));
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
      { key: 'webhook_url', value: WEBHOOK_URL },
      ...[...ids].map((id) => ({ key: id, value: 'none_yet' })),
    ],
    event: [{ listen: 'test', script: { type: 'text/javascript', exec: WAIT_AT_LIMIT } }],
    // What the service sends has a tag too, and no calls.
    item: document.tags
      .filter(({ name }) => inFolder(name).length > 0)
      .map(({ name, description = '' }) => ({
        name,
        description,
        item: inFolder(name)
          .sort((one, other) => rank(one) - rank(other))
          .map((call) => {
            const id = idOf(segmentsOf(call.path).at(-1));
            return requestOf(call, ids.has(id) && isSource(call, created) ? id : undefined);
          }),
      })),
  };
}

function folderOf({ tags: [tag = ''] = [] }: Operation): string {
  return FOLDERS[tag] ?? tag;
}

function rank({ method, path }: Call): number {
  // What is inside of something goes before it.
  if (method === 'delete' || path.endsWith('/erase')) return 100 - segmentsOf(path).length;
  if (method === 'post' && !path.includes('{')) return 0;
  const late = LATE.findLastIndex((end) => path.endsWith(end));
  return 10 + late;
}

/** What creates something leaves its id, and so does the list of what only the service creates. */
function isSource({ method, path, operation }: Call, created: Set<string>): boolean {
  return method === 'post'
    ? operation.responses['201'] !== undefined
    : method === 'get' && !created.has(path);
}

function requestOf(call: Call, keptId: string | undefined) {
  const { path, method, operation } = call;
  const [type, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  return {
    name: operation.summary ?? path,
    request: {
      method: method.toUpperCase(),
      description: operation.description ?? '',
      header: type === undefined ? [] : [{ key: 'Content-Type', value: type }],
      ...bodyOf(type, content?.example),
      url: {
        raw: `{{base_url}}${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
        host: ['{{base_url}}'],
        path: segmentsOf(path).map((segment) => segment.replace(/^\{(\w+)\}$/, ':$1')),
        query: (operation.parameters ?? [])
          .filter((parameter) => parameter.in === 'query')
          .map(({ name, required = false, description = '', schema }) => ({
            key: name,
            value: String(schema?.examples?.[0] ?? ''),
            description,
            disabled: !required,
          })),
        variable: variablesOf(path).map(({ name, id }) => ({ key: name, value: `{{${id}}}` })),
      },
    },
    event: [{ listen: 'test', script: { type: 'text/javascript', exec: scriptOf(call, keptId) } }],
  };
}

function bodyOf(type: string | undefined, example: unknown) {
  if (type?.startsWith('image/')) return { body: { mode: 'file', file: { src: PICTURE } } };
  if (example === undefined) return {};
  const raw = JSON.stringify(example, null, 2).replace(WEBHOOK_URL, '{{webhook_url}}');
  return { body: { mode: 'raw', raw } };
}

function scriptOf({ path, method, operation }: Call, keptId: string | undefined): string[] {
  const success = Number(Object.keys(operation.responses).find((status) => status.startsWith('2')));
  const refused = MAY_BE_REFUSED[`${method} ${path}`];
  const statuses = [success, ...(refused === undefined ? [] : [refused.status])];
  const name = refused === undefined ? '' : `, or ${refused.status} because ${refused.because}`;
  return [
    `pm.test("returns ${success}${name}", () => pm.expect(pm.response.code).to.be.oneOf([${statuses.join(', ')}]));`,
    ...(keptId === undefined
      ? []
      : [
          `const received = pm.response.code === ${success} ? pm.response.json().data : undefined;`,
          'const id = (Array.isArray(received) ? received[0] : received)?.id;',
          `if (id) pm.collectionVariables.set("${keptId}", id);`,
        ]),
  ];
}

function segmentsOf(path: string): string[] {
  return path.split('/').filter(Boolean);
}

/** The parameters of a path, each with the variable that holds the id of what stands before it. */
function variablesOf(path: string): { name: string; id: string }[] {
  const segments = segmentsOf(path);
  return segments.flatMap((segment, index) => {
    const [, name] = /^\{(\w+)\}$/.exec(segment) ?? [];
    return name === undefined ? [] : [{ name, id: idOf(segments[index - 1]) }];
  });
}

/** `photo-requests` -> `photo_request_id`. */
function idOf(resource = ''): string {
  return `${resource.replaceAll('-', '_').replace(/ies$/, 'y').replace(/s$/, '')}_id`;
}
