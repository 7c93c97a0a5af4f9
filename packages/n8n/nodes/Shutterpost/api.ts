import type { IDataObject, IExecuteFunctions, IHookFunctions, IHttpRequestOptions } from 'n8n-workflow';

export const CREDENTIALS = 'shutterpostApi';
const PAGE = 100;

type Caller = IExecuteFunctions | IHookFunctions;
type Call = Omit<IHttpRequestOptions, 'url'> & { path: string };

/** One call of the API with the key of the credentials; what the response has in `data`. */
export async function call(context: Caller, options: Call): Promise<IDataObject> {
  return (await callWhole(context, options)).data as IDataObject;
}

/** All that there are, at most this many. */
export async function list(
  context: Caller,
  path: string,
  { qs, max }: { qs: IDataObject; max: number },
): Promise<IDataObject[]> {
  const found: IDataObject[] = [];
  let cursor: unknown;
  do {
    const query = { ...qs, limit: Math.min(PAGE, max - found.length), ...(cursor ? { cursor } : {}) };
    const { data, meta } = await callWhole(context, { method: 'GET', path, qs: query });
    found.push(...(data as IDataObject[]));
    cursor = (meta as IDataObject).next_cursor;
  } while (cursor && found.length < max);
  return found;
}

async function callWhole(context: Caller, { path, ...options }: Call): Promise<IDataObject> {
  const { baseUrl } = await context.getCredentials(CREDENTIALS);
  const url = `${String(baseUrl).replace(/\/+$/, '')}/v1${path}`;
  const request = { ...options, url, json: true };
  const { httpRequestWithAuthentication } = context.helpers;
  return (await httpRequestWithAuthentication.call(context, CREDENTIALS, request)) as IDataObject;
}
