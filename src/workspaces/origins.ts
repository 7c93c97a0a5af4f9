import type { Environment } from '../platform/db/tables.ts';

export const MAX_ORIGINS = 20;
export const MAX_ORIGIN_LENGTH = 300;

const LOCAL_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);

/** As a workspace's row keeps them. */
export function originsOf(column: string | null): string[] {
  return column === null ? [] : JSON.parse(column);
}

export function originsColumn(origins: readonly string[]): string | null {
  return origins.length === 0 ? null : JSON.stringify([...new Set(origins)]);
}

export function faultsOfOrigins(origins: readonly string[]): string[] {
  if (origins.length > MAX_ORIGINS) return [`Must have at most ${MAX_ORIGINS} origins.`];
  return origins
    .filter((origin) => webUrl(origin)?.origin !== origin)
    .map((origin) => `${origin} isn’t an origin, such as https://shop.example.com.`);
}

/** Undefined for what no customer is sent to: other schemes, names and passwords, http beyond this very machine. */
export function webUrl(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return undefined;
  return url.protocol === 'https:' || isLocal(url) ? url : undefined;
}

/** Those of a workspace that count for what belongs to an environment: http is for trying out. */
export function allowedOrigins(column: string | null, environment: Environment): string[] {
  return originsOf(column).filter((origin) => environment === 'test' || origin.startsWith('https:'));
}

function isLocal({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && LOCAL_HOSTS.has(hostname);
}
