import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

interface SignedParts {
  credential: string;
  signedHeaders: string;
  signature: string;
  date: string;
  contentHash: string;
}

/**
 * Whether a request bears the right AWS Signature Version 4, in its header or in its query, computed here again from the
 * published description.
 */
export function isRightlySigned(request: IncomingMessage, secret: string): boolean {
  const url = new URL(request.url ?? '', 'http://peer');
  const parts = partsFromQuery(url.searchParams) ?? partsFromHeaders(request);
  if (parts === undefined) return false;
  const canonical = [
    request.method,
    url.pathname,
    canonicalQuery(url.searchParams),
    ...parts.signedHeaders.split(';').map((name) => `${name}:${String(request.headers[name] ?? '').trim()}`),
    '',
    parts.signedHeaders,
    parts.contentHash,
  ].join('\n');
  const [, ...scope] = parts.credential.split('/');
  const key = scope.reduce<string | Buffer>((former, part) => hmac(former, part), `AWS4${secret}`);
  const toSign = ['AWS4-HMAC-SHA256', parts.date, scope.join('/'), sha256(canonical)].join('\n');
  return hmac(key, toSign).toString('hex') === parts.signature;
}

function partsFromQuery(query: URLSearchParams): SignedParts | undefined {
  const value = (name: string) => query.get(`X-Amz-${name}`) ?? '';
  if (!query.has('X-Amz-Signature')) return undefined;
  return {
    credential: value('Credential'),
    signedHeaders: value('SignedHeaders'),
    signature: value('Signature'),
    date: value('Date'),
    contentHash: 'UNSIGNED-PAYLOAD',
  };
}

function partsFromHeaders({ headers }: IncomingMessage): SignedParts | undefined {
  const pattern = /Credential=(\S+), SignedHeaders=(\S+), Signature=(\S+)$/;
  const [, credential, signedHeaders, signature] = pattern.exec(headers.authorization ?? '') ?? [];
  if (credential === undefined || signedHeaders === undefined || signature === undefined) return undefined;
  const header = (name: string) => String(headers[name] ?? '');
  return {
    credential,
    signedHeaders,
    signature,
    date: header('x-amz-date'),
    contentHash: header('x-amz-content-sha256'),
  };
}

function canonicalQuery(query: URLSearchParams): string {
  const encode = (text: string) =>
    encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  return [...query]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');
}
