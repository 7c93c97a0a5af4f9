import { fileURLToPath } from 'node:url';

export interface S3Settings {
  kind: 's3';
  bucket: string;
  /** Empty, or ending with a slash. */
  prefix: string;
  endpoint: string | undefined;
  region: string | undefined;
  /** The bucket in the path (`host/bucket/key`) instead of the host name (`bucket.host/key`). */
  pathStyle: boolean;
  /** Undefined: wherever the AWS SDK finds some, such as the environment or the machine's role. */
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined;
}

export interface DiskSettings {
  kind: 'disk';
  folder: string;
}

/**
 * How a write to S3 is confirmed before it counts: by the checksum that the server returns, by asking for the object's
 * size and checksum as well, or by reading all of it back.
 */
export const STORAGE_VERIFY = ['checksum', 'head', 'read'] as const;
export type StorageVerify = (typeof STORAGE_VERIFY)[number];
export const DEFAULT_STORAGE_VERIFY: StorageVerify = 'head';

/** The fault never repeats a part of the address: a mistyped one may have its secret anywhere. */
export interface InvalidSettings {
  kind: 'invalid';
  fault: string;
}

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const PREFIX = /^[A-Za-z0-9_-][A-Za-z0-9_.-]*(\/[A-Za-z0-9_-][A-Za-z0-9_.-]*)*$/;
const REGION = /^[a-z0-9-]{1,63}$/;
const PARAMETERS = ['endpoint', 'region', 'path_style'];

class Fault extends Error {}

/** `s3://[KEY:SECRET@]bucket[/prefix][?endpoint=…&region=…&path_style=true|false]`, or `file:///folder`. */
export function parseStorageUrl(text: string): S3Settings | DiskSettings | InvalidSettings {
  try {
    if (text.startsWith('file:')) return parseFileUrl(text);
    if (text.startsWith('s3:')) return parseS3Url(text);
    throw new Fault('must be a URL that starts with s3:// or file://');
  } catch (error) {
    if (error instanceof Fault) return { kind: 'invalid', fault: error.message };
    throw error;
  }
}

function parseFileUrl(text: string): DiskSettings {
  const fault = new Fault('must look like file:///folder, with an absolute path and nothing after it');
  if (!URL.canParse(text)) throw fault;
  const url = new URL(text);
  const isPlain = url.host === '' && url.search === '' && url.hash === '' && url.pathname !== '/';
  if (!isPlain || !text.startsWith('file:///')) throw fault;
  try {
    return { kind: 'disk', folder: fileURLToPath(url) };
  } catch {
    throw fault;
  }
}

function parseS3Url(text: string): S3Settings {
  if (!URL.canParse(text)) {
    throw new Fault(
      'must look like s3://KEY:SECRET@bucket/prefix; write / as %2F, @ as %40, : as %3A and % as %25 in KEY and SECRET',
    );
  }
  const url = new URL(text);
  if (url.port !== '') {
    throw new Fault('needs a bucket where it has a host; give the server’s address as ?endpoint=…');
  }
  if (!BUCKET.test(url.hostname)) throw new Fault('must name a bucket, as in s3://bucket');
  if (url.hash !== '') throw new Fault('must not have a fragment');
  const { endpoint, region, pathStyle } = parseParameters(url.searchParams);
  return {
    kind: 's3',
    bucket: url.hostname,
    prefix: parsePrefix(url.pathname),
    endpoint,
    region,
    pathStyle: pathStyle ?? endpoint !== undefined,
    credentials: parseCredentials(url),
  };
}

function parsePrefix(pathname: string): string {
  const path = pathname.replace(/^\/|\/$/g, '');
  if (path === '') return '';
  if (!PREFIX.test(path) || path.includes('..') || path.length > 200) {
    throw new Fault('has a prefix with characters other than letters, digits, - _ . and /');
  }
  return `${path}/`;
}

function parseParameters(parameters: URLSearchParams) {
  const names = [...parameters.keys()];
  if (names.some((name) => !PARAMETERS.includes(name)) || new Set(names).size < names.length) {
    throw new Fault(`may only have the parameters ${PARAMETERS.join(', ')}, once each`);
  }
  const endpoint = parameters.get('endpoint') ?? undefined;
  if (endpoint !== undefined && !isServerAddress(endpoint)) {
    throw new Fault('endpoint must be a URL that starts with https:// or http://, without a user name');
  }
  const region = parameters.get('region') ?? undefined;
  if (region !== undefined && !REGION.test(region)) throw new Fault('region must look like eu-central-1');
  const pathStyle = parameters.get('path_style') ?? undefined;
  if (pathStyle !== undefined && pathStyle !== 'true' && pathStyle !== 'false') {
    throw new Fault('path_style must be true or false');
  }
  return { endpoint, region, pathStyle: pathStyle === undefined ? undefined : pathStyle === 'true' };
}

function isServerAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  const isPlain = url.username === '' && url.password === '' && url.search === '' && url.hash === '';
  return isPlain && (url.protocol === 'https:' || url.protocol === 'http:');
}

function parseCredentials(url: URL): S3Settings['credentials'] {
  if (url.username === '' && url.password === '') return undefined;
  if (url.username === '' || url.password === '') {
    throw new Fault('must have both a key and a secret, as in s3://KEY:SECRET@bucket, or neither');
  }
  try {
    return {
      accessKeyId: decodeURIComponent(url.username),
      secretAccessKey: decodeURIComponent(url.password),
    };
  } catch {
    throw new Fault('has a key or secret with a % that is not followed by two hexadecimal digits');
  }
}
