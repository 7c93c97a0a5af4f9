import { createHash } from 'node:crypto';
import type {
  IBinaryData,
  IDataObject,
  IExecuteFunctions,
  INodeExecutionData,
  INodeType,
  INodeTypeDescription,
} from 'n8n-workflow';
import { CREDENTIALS, call, list } from './api.ts';
import { PROPERTIES } from './properties.ts';

const PATHS = { photoRequest: '/photo-requests', permanentLink: '/permanent-links' };
const JSON_FIELDS = ['photo_slots', 'questions', 'metadata', 'slots'];

type Produced = Pick<INodeExecutionData, 'json' | 'binary'>;

export class Shutterpost implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Shutterpost',
    name: 'shutterpost',
    icon: 'file:shutterpost.svg',
    group: ['output'],
    version: 1,
    subtitle: '={{$parameter["operation"] + ": " + $parameter["resource"]}}',
    description: 'Ask customers for live photos',
    defaults: { name: 'Shutterpost' },
    inputs: ['main'],
    outputs: ['main'],
    usableAsTool: true,
    credentials: [{ name: CREDENTIALS, required: true }],
    properties: PROPERTIES,
  };

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    const output: INodeExecutionData[] = [];
    for (let item = 0; item < this.getInputData().length; item += 1) {
      try {
        const produced = await run(this, item);
        output.push(...produced.map((each) => ({ ...each, pairedItem: { item } })));
      } catch (error) {
        if (!this.continueOnFail()) throw error;
        output.push({ json: { error: (error as Error).message }, pairedItem: { item } });
      }
    }
    return [output];
  }
}

async function run(context: IExecuteFunctions, item: number): Promise<Produced[]> {
  const given = <T>(name: string, fallback?: T) => context.getNodeParameter(name, item, fallback) as T;
  const operation = given<string>('operation');
  const path = PATHS[given<keyof typeof PATHS>('resource')];
  const onOne = () => `${path}/${encodeURIComponent(given<string>('id'))}`;
  const one = async (options: Parameters<typeof call>[1]) => [{ json: await call(context, options) }];

  switch (operation) {
    case 'create': {
      const { idempotencyKey, ...fields } = given<IDataObject>('additionalFields', {});
      const body = bodyOf({ name: given('name', ''), instructions: given('instructions', ''), ...fields });
      const headers = idempotencyKey ? { 'Idempotency-Key': idempotencyKey } : {};
      return one({ method: 'POST', path, body, headers });
    }
    case 'get':
      return one({ method: 'GET', path: onOne() });
    case 'getMany': {
      const max = given('returnAll', false) ? Number.POSITIVE_INFINITY : given('limit', 50);
      const qs = bodyOf(given<IDataObject>('filters', {}));
      return (await list(context, path, { qs, max })).map((json) => ({ json }));
    }
    case 'cancel':
    case 'remind':
      return one({ method: 'POST', path: `${onOne()}/${operation}` });
    case 'review': {
      const decision = given<string>('decision');
      const slots = decision === 'request_changes' ? given<string>('slots', '[]') : '';
      const body = bodyOf({ decision, message: given('message', ''), slots });
      return one({ method: 'POST', path: `${onOne()}/review`, body });
    }
    case 'downloadPhotos':
      return downloadPhotos(context, await call(context, { method: 'GET', path: onOne() }), {
        prefix: given('binaryPrefix', 'photo_'),
      });
    default:
      throw new Error(`Unknown operation ${operation}`);
  }
}

async function downloadPhotos(
  context: IExecuteFunctions,
  request: IDataObject,
  { prefix }: { prefix: string },
): Promise<Produced[]> {
  const photos = (request.items ?? []) as { id: string; url: string; sha256: string }[];
  const binary: Record<string, IBinaryData> = {};
  for (const [index, { id, url, sha256 }] of photos.entries()) {
    // Without the key: the link is signed, and may lead to a bucket.
    const file = Buffer.from(
      (await context.helpers.httpRequest({ method: 'GET', url, encoding: 'arraybuffer' })) as ArrayBuffer,
    );
    if (createHash('sha256').update(file).digest('hex') !== sha256)
      throw new Error(`Photo ${id} is not the one that was sent`);
    binary[prefix + index] = await context.helpers.prepareBinaryData(file, `${id}.jpg`, 'image/jpeg');
  }
  return [{ json: request, binary }];
}

/** Without what was left empty; JSON that was typed is read. */
function bodyOf(fields: IDataObject): IDataObject {
  const entries = Object.entries(fields).map(([name, value]): [string, unknown] => [
    name,
    JSON_FIELDS.includes(name) && typeof value === 'string' && value !== '' ? readJson(name, value) : value,
  ]);
  return Object.fromEntries(
    entries.filter(([, value]) => value !== '' && !(Array.isArray(value) && value.length === 0)),
  ) as IDataObject;
}

function readJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${name} is not valid JSON`);
  }
}
