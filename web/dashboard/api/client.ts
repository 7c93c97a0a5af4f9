import { type ApiError, errorOf, unreachable } from './api-error.ts';

export type Query = Record<string, string | number | boolean | null | undefined>;

/** One page of an endless list. */
export interface Page<T> {
  data: T[];
  meta: { request_id: string; has_more: boolean; next_cursor: string | null };
}

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

interface Call {
  query?: Query | undefined;
  /** Sent as JSON; a Blob goes as it is. */
  body?: unknown;
  signal?: AbortSignal;
  /** Not being signed in is an expected response, and leads nowhere. */
  mayBeSignedOut?: boolean;
}

/** Paths are relative to `/app/api`, or to the workspace with `scopedTo`. Every method gives back `data`. */
export interface ApiClient {
  get<T>(path: string, query?: Query, options?: Pick<Call, 'signal' | 'mayBeSignedOut'>): Promise<T>;
  /** With `meta`, for lists that go on. */
  getPage<T>(path: string, query?: Query, options?: Pick<Call, 'signal'>): Promise<Page<T>>;
  post<T = unknown>(path: string, body?: unknown, options?: Pick<Call, 'mayBeSignedOut'>): Promise<T>;
  patch<T = unknown>(path: string, body: unknown): Promise<T>;
  put<T = unknown>(path: string, body: unknown): Promise<T>;
  delete<T = unknown>(path: string): Promise<T>;
}

export interface ClientContext {
  fetch: typeof fetch;
  /** Asks for the password; true when the session is confirmed now and the call can be repeated. */
  askForPassword: () => Promise<boolean>;
  onSignedOut: (error: ApiError) => void;
}

const ROOT = '/app/api';

export function createApiClient(context: ClientContext): ApiClient {
  const attempt = async (method: Method, path: string, call: Call): Promise<unknown> => {
    const response = await context.fetch(addressOf(path, call.query), requestOf(method, call)).catch(() => {
      if (call.signal?.aborted === true) throw call.signal.reason;
      throw unreachable();
    });
    if (!response.ok) throw await errorOf(response);
    return response.status === 204 ? { data: null } : response.json();
  };

  const send = async (method: Method, path: string, call: Call = {}): Promise<unknown> => {
    try {
      return await attempt(method, path, call);
    } catch (error) {
      const { code } = error as ApiError;
      if (code === 'confirmation_required' && (await context.askForPassword()))
        return attempt(method, path, call);
      if (code === 'unauthorized' && call.mayBeSignedOut !== true) context.onSignedOut(error as ApiError);
      throw error;
    }
  };

  const data = async <T>(response: Promise<unknown>): Promise<T> => ((await response) as { data: T }).data;
  return {
    get: (path, query, options) => data(send('GET', path, { ...options, query })),
    getPage: <T>(path: string, query?: Query, options?: Pick<Call, 'signal'>) =>
      send('GET', path, { ...options, query }) as Promise<Page<T>>,
    post: (path, body, options) => data(send('POST', path, { ...options, body })),
    patch: (path, body) => data(send('PATCH', path, { body })),
    put: (path, body) => data(send('PUT', path, { body })),
    delete: (path) => data(send('DELETE', path)),
  };
}

/** The same client for one workspace and environment. */
export function scopedTo(api: ApiClient, workspaceId: string, environment: string): ApiClient {
  const at = (path: string) => workspacePath(workspaceId, path);
  const within = (path: string) => withQuery(at(path), { environment });
  return {
    get: (path, query, options) => api.get(at(path), { environment, ...query }, options),
    getPage: (path, query, options) => api.getPage(at(path), { environment, ...query }, options),
    post: (path, body, options) => api.post(within(path), body, options),
    patch: (path, body) => api.patch(within(path), body),
    put: (path, body) => api.put(within(path), body),
    delete: (path) => api.delete(within(path)),
  };
}

/** An address for links, pictures and event streams. */
export function addressOf(path: string, query: Query = {}): string {
  return ROOT + withQuery(path, query);
}

export function workspacePath(workspaceId: string, path: string): string {
  return `/workspaces/${encodeURIComponent(workspaceId)}/${path}`;
}

function withQuery(path: string, query: Query): string {
  const pairs = Object.entries(query).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  );
  if (pairs.length === 0) return path;
  const search = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)]));
  return `${path}${path.includes('?') ? '&' : '?'}${search}`;
}

function requestOf(method: Method, { body, signal }: Call): RequestInit {
  const headers: Record<string, string> = { accept: 'application/json', 'x-shutterpost': '1' };
  const raw = body instanceof Blob;
  if (body !== undefined) headers['content-type'] = raw ? body.type : 'application/json';
  return {
    method,
    headers,
    credentials: 'same-origin',
    ...(body === undefined ? {} : { body: raw ? body : JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  };
}
