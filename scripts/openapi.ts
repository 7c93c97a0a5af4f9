import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import { buildApp } from '../src/app.ts';
import { openSqlite } from '../src/platform/db/sqlite.ts';
import { type ApiErrorCode, ERROR_STATUS } from '../src/platform/errors.ts';
import type { Access } from '../src/platform/http/access.ts';
import { errorDocUrl } from '../src/platform/http/error-body.ts';
import { openRateLimiter } from '../src/platform/http/rate-limit.ts';
import { createLog } from '../src/platform/log.ts';
import { pooledRandom } from '../src/platform/random.ts';
import { VERSION } from '../src/platform/version.ts';
import { createServices, type Platform } from '../src/services.ts';
import { type Json, tidy } from './openapi-tidy.ts';
import { describeWebhooks } from './openapi-webhooks.ts';

const PUBLIC_URL = 'https://photos.example.net';

/** The OpenAPI document of /v1, made from the routes and their schemas. */
export async function generateOpenApi(): Promise<string> {
  const log = createLog('silent');
  const clock = () => 0;
  const database = openSqlite(':memory:');
  const platform: Platform = {
    database,
    clock,
    random: pooledRandom(),
    // No route is called.
    storage: { temporaryFolder: '' } as never,
    publicUrl: PUBLIC_URL,
    secretKey: '',
    photoLinkHours: 336,
    version: VERSION,
    webhookClient: {} as never,
  };
  const rateLimiter = await openRateLimiter({ redisUrl: undefined, log, clock, monotonic: clock });
  /** The converter drops the examples of what is transformed on its way in. By operation. */
  const examples: Examples = { bodies: new Map(), queries: new Map() };
  const { default: swagger } = await import('@fastify/swagger');
  const app = await buildApp({
    services: createServices(platform),
    platform,
    rateLimiter,
    log,
    trustProxy: 0,
    prepare: async (app) => {
      await app.register(swagger, {
        openapi: frame as never,
        transform: (route) => {
          // Only /v1 is promised to anyone.
          if (!route.url.startsWith('/v1/')) return { schema: { hide: true }, url: route.url };
          noteExamples(examples, route.schema as DescribedRoute);
          return withScope(jsonSchemaTransform(route as never) as never, route.route.config?.access);
        },
        transformObject: jsonSchemaTransformObject as never,
      });
    },
  });
  const document = JSON.parse(JSON.stringify((app as unknown as { swagger(): object }).swagger())) as Json;
  await app.close();
  await database.close();
  return `${JSON.stringify(finish(document, examples), null, 2)}\n`;
}

interface Examples {
  bodies: Map<string, unknown>;
  queries: Map<string, Map<string, unknown>>;
}

interface DescribedRoute {
  operationId?: string;
  body?: z.ZodType;
  querystring?: z.ZodObject;
  headers?: z.ZodObject;
  params?: z.ZodObject;
}

function noteExamples(
  { bodies, queries }: Examples,
  { operationId, body, querystring, headers, params }: DescribedRoute,
): void {
  if (operationId === undefined) return;
  const [example] = (body?.meta()?.examples as unknown[] | undefined) ?? [];
  if (example !== undefined) bodies.set(operationId, example);
  const shape = { ...querystring?.shape, ...headers?.shape, ...params?.shape } as Record<string, z.ZodType>;
  const fields = Object.entries(shape);
  queries.set(operationId, new Map(fields.map(([name, field]) => [name, field.meta()?.examples])));
}

const { webhooks, parameters: eventParameters } = describeWebhooks();

const frame = {
  openapi: '3.1.0',
  info: {
    title: 'Shutterpost',
    version: VERSION,
    description:
      'Ask someone for photos and get live ones back. Send an API key in the `X-API-Key` header of every call; ' +
      'a test key only sees and creates test objects. `/v1` only grows: ignore fields you don’t know.',
    license: { name: 'MIT', identifier: 'MIT' },
  },
  servers: [
    {
      url: '{public_url}/v1',
      variables: {
        public_url: {
          default: PUBLIC_URL,
          description: 'The address of your installation.',
        },
      },
    },
  ],
  tags: [
    { name: 'Photo requests', description: 'Ask one customer for photos.' },
    { name: 'Permanent links', description: 'A reusable link for many customers.' },
    { name: 'Templates', description: 'What your team asks for again and again.' },
    { name: 'Slot images', description: 'Example pictures and guides that customers see beside the camera.' },
    {
      name: 'Members',
      description: 'Your team: who can be assigned and mentioned, and what each is told of.',
    },
    { name: 'Webhook endpoints', description: 'Where events are sent, and what came of it.' },
    { name: 'Events', description: 'What happened, to read after an outage.' },
    { name: 'Test helpers', description: 'For your own tests, with test keys.' },
    { name: 'Service', description: 'Health, statistics and the plan.' },
    { name: 'Webhooks', description: 'What your own server is told, as a signed POST.' },
  ],
  security: [{ ApiKey: [] }],
  components: {
    securitySchemes: {
      ApiKey: {
        type: 'apiKey',
        in: 'header',
        name: 'X-API-Key',
        description:
          'A live (`shp_live_…`) or test key (`shp_test_…`). The owners and admins of a workspace create and manage its keys ' +
          'in the web application; there is no endpoint for that. Never put a key in a URL.',
      },
    },
    parameters: {
      IdempotencyKey: {
        name: 'Idempotency-Key',
        in: 'header',
        required: false,
        description:
          'Any text. The response to its first use is stored for 24 hours and returned again, so that a call can be ' +
          'repeated safely. With a different body it is rejected (`idempotency_mismatch`).',
        schema: { type: 'string', minLength: 1, maxLength: 255, examples: ['claim-4711-first-try'] },
      },
      ...eventParameters,
    },
    headers: {
      'X-Request-Id': header('string', 'Identifier of the call, the same as `meta.request_id`.'),
      'X-RateLimit-Limit': header('integer', 'The limit of the window with the fewest calls left.'),
      'X-RateLimit-Remaining': header('integer', 'Calls left in that window.'),
      'X-RateLimit-Reset': header('integer', 'When that window ends, in Unix seconds.'),
      'Retry-After': header('integer', 'Seconds to wait before trying again.'),
      'Idempotent-Replayed': header('string', '`true` if this is the stored response to an earlier call.'),
    },
  },
};

function header(type: string, description: string) {
  return { description, schema: { type } };
}

/** Says in the description which permission a key needs. */
function withScope<T extends { schema: Record<string, unknown> }>(
  transformed: T,
  access: Access | undefined,
): T {
  if (access?.kind !== 'api_key' || access.scope === null) return transformed;
  const { description } = transformed.schema as { description?: string };
  const needed = `Needs the permission \`${access.scope}\`.`;
  return {
    ...transformed,
    schema: {
      ...transformed.schema,
      description: description === undefined ? needed : `${description} ${needed}`,
    },
  };
}

const ERROR_EXAMPLES: Partial<Record<ApiErrorCode, { message: string; details?: Record<string, string[]> }>> =
  {
    invalid_json: { message: 'The request body is not valid JSON.' },
    invalid_parameter: {
      message: 'A parameter of the request is not valid.',
      details: { limit: ['Must be an integer from 1 to 100.'] },
    },
    unauthorized: {
      message: 'The API key is missing or invalid. Send an active key in the X-API-Key header.',
    },
    insufficient_permission: { message: 'This API key lacks the permission photo_requests:write.' },
    plan_upgrade_required: { message: 'The Starter plan does not include API access.' },
    workspace_restricted: { message: 'This workspace is suspended.' },
    quota_exceeded: {
      message:
        'The Developer Free plan includes 100 photos in total, and all of them have been used. Upgrade the plan.',
    },
    not_found: { message: 'The photo request was not found.' },
    validation_error: {
      message: 'The request body is not valid.',
      details: { instructions: ['This field is required.'] },
    },
    idempotency_mismatch: { message: 'This Idempotency-Key was already used with a different body.' },
    rate_limited: { message: 'Too many requests. Try again in 12 seconds.' },
    internal_error: { message: 'Something went wrong on our side.' },
    service_unavailable: { message: 'The service is temporarily unavailable. Try again in a moment.' },
  };

const EMAIL_EXAMPLE = {
  message: 'The recipient email field is prohibited.',
  errors: {
    recipient_email: [
      'Email features are unavailable on the free plan. Please upgrade your plan to send emails.',
    ],
  },
};

/** What takes an `Idempotency-Key` though it creates nothing. */
const TAKES_KEY = ['reviewPhotoRequest', 'rotateWebhookSecret'];

const IMAGE = { schema: { type: 'string', format: 'binary' } };
/** The one body that is no JSON, which the routes' schemas cannot say. */
const IMAGE_BODY = { required: true, content: { 'image/jpeg': IMAGE, 'image/png': IMAGE } };

/** What the schemas alone do not say: paths relative to the server, headers, examples, no unused components. */
function finish(document: Json, { bodies, queries }: Examples): Json {
  const paths = Object.fromEntries(
    Object.entries(document.paths as Json).map(([path, operations]) => [path.replace('/v1', ''), operations]),
  );
  for (const [path, operations] of Object.entries(paths)) {
    for (const operation of Object.values(operations)) {
      finishOperation(operation, document);
      addIdExample(operation, path, (resource) => exampleOf(resource, paths, document));
      const operationId = operation.operationId as unknown as string;
      moveQueryExamples(operation, queries.get(operationId));
      const example = bodies.get(operationId);
      const content = (operation.requestBody as Json | undefined)?.content as Json | undefined;
      if (example !== undefined) Object.assign(content?.['application/json'] ?? {}, { example });
    }
  }
  return tidy({ ...document, paths: paths as unknown as Json, webhooks: webhooks as unknown as Json });
}

function finishOperation(operation: Json, document: Json): void {
  if ((operation.operationId as unknown) === 'createSlotImage')
    operation.requestBody = IMAGE_BODY as unknown as Json;
  const creates = Object.hasOwn(operation.responses as Json, '201');
  if (creates || TAKES_KEY.includes(operation.operationId as unknown as string)) {
    const parameters = (operation.parameters ?? []) as unknown as object[];
    operation.parameters = [
      ...parameters,
      { $ref: '#/components/parameters/IdempotencyKey' },
    ] as unknown as Json;
  }
  for (const [status, response] of Object.entries(operation.responses as Json)) {
    const names = ['X-Request-Id', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];
    if (status === '429' || status === '503') names.push('Retry-After');
    if (status === '201') names.push('Idempotent-Replayed');
    response.headers = Object.fromEntries(
      names.map((name) => [name, { $ref: `#/components/headers/${name}` }]),
    ) as unknown as Json;
    const content = (response.content as Json)['application/json'] as Json | undefined;
    // A file.
    if (content === undefined) continue;
    const examples =
      Number(status) < 300 ? successExamples(content, document) : errorExamples(status, content);
    if (Object.keys(examples).length > 0) content.examples = examples as unknown as Json;
  }
}

/** In the schema, and not beside it: Swagger UI would fill in every filter there is an example of. */
function moveQueryExamples(operation: Json, known: Map<string, unknown> | undefined): void {
  for (const parameter of (operation.parameters ?? []) as unknown as Json[]) {
    delete parameter.example;
    const examples = known?.get(String(parameter.name));
    if (examples !== undefined) Object.assign(parameter.schema as Json, { examples });
  }
}

/** Of the resource that the address names. */
function addIdExample(operation: Json, path: string, find: (resource: string) => Json | undefined): void {
  const [, resource] = /([^/]+)\/\{id\}/.exec(path) ?? [];
  const parameters = (operation.parameters ?? []) as unknown as Json[];
  const id = parameters.find(({ name }) => (name as unknown) === 'id');
  const example = resource === undefined ? undefined : find(`/${resource}/{id}`)?.id;
  if (id !== undefined && example !== undefined) Object.assign(id.schema as Json, { examples: [example] });
}

/** The one that the schema of a resource brings along. */
function exampleOf(path: string, paths: Record<string, Json>, document: Json): Json | undefined {
  const response = ((paths[path]?.get as Json | undefined)?.responses as Json | undefined)?.['200'];
  const content = (response?.content as Json | undefined)?.['application/json'] as Json | undefined;
  return content === undefined ? undefined : dataExample(content, document);
}

function dataExample(content: Json, document: Json): Json | undefined {
  const data = (content.schema?.properties as Json | undefined)?.data as Json | undefined;
  const reference = (data?.$ref ?? (data?.items as Json | undefined)?.$ref) as string | undefined;
  const schemas = (document.components as Json).schemas as Json;
  const [example] = (schemas[reference?.split('/').at(-1) ?? '']?.examples ?? []) as unknown as Json[];
  return example;
}

/** An envelope around the example of the schema it carries. */
function successExamples(content: Json, document: Json): Record<string, object> {
  const { data, meta } = (content.schema?.properties ?? {}) as Record<string, Json>;
  const example = dataExample(content, document);
  if (example === undefined) return {};
  const isPage = String(meta?.$ref).endsWith('/PageMeta');
  return {
    success: {
      value: {
        data: data?.$ref !== undefined ? example : [example],
        meta: {
          request_id: 'req_01kw3hd5bm01v8q2n9m2c5t7x4r6',
          ...(isPage ? { has_more: false, next_cursor: null } : {}),
        },
      },
    },
  };
}

function errorExamples(status: string, content: Json): Record<string, object> {
  const examples: Record<string, object> = {};
  for (const [code, example] of Object.entries(ERROR_EXAMPLES)) {
    if (String(ERROR_STATUS[code as ApiErrorCode]) !== status) continue;
    examples[code] = {
      value: {
        error: {
          code,
          message: example.message,
          details: example.details ?? {},
          request_id: 'req_01kw3hd5bm01v8q2n9m2c5t7x4r6',
          doc_url: errorDocUrl(PUBLIC_URL, code as ApiErrorCode),
        },
      },
    };
  }
  if (JSON.stringify(content.schema).includes('EmailProhibited')) {
    examples.email_on_free_plan = { value: EMAIL_EXAMPLE };
  }
  return examples;
}
