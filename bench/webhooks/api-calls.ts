import { Pool } from 'undici';

/** Makes calls to the service over connections that are kept. */
export interface ApiCalls {
  /** Resolves to the response's `data`; throws unless the status is one of success. */
  call<Data>(
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    headers: Record<string, string>,
    body?: object | Buffer,
  ): Promise<Data>;
  close(): Promise<void>;
}

const CONNECTIONS = 32;

export function openCalls(url: string, connections = CONNECTIONS): ApiCalls {
  const pool = new Pool(url, { connections, pipelining: 1 });
  return {
    async call(method, path, headers, body) {
      const response = await pool.request({ method, path, ...contentOf(headers, body) });
      const text = await response.body.text();
      if (response.statusCode >= 300) {
        throw new Error(`${method} ${path} got ${response.statusCode}: ${text.slice(0, 500)}`);
      }
      return JSON.parse(text).data;
    },
    close: () => pool.close(),
  };
}

function contentOf(headers: Record<string, string>, body: object | Buffer | undefined) {
  if (body === undefined) return { headers };
  const isPhoto = Buffer.isBuffer(body);
  return {
    headers: { 'content-type': isPhoto ? 'image/jpeg' : 'application/json', ...headers },
    body: isPhoto ? body : JSON.stringify(body),
  };
}
