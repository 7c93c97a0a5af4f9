import { createHash, createHmac } from 'node:crypto';

/** What Amazon's Signature Version 4 is made with. */
export interface S3Credentials {
  accessKeyId: string;
  secret: string;
  region: string;
}

const ALGORITHM = 'AWS4-HMAC-SHA256';
export const EMPTY_SHA256 = createHash('sha256').digest('hex');

/** The headers of a request to S3, signed. The server refuses a body that does not have this SHA-256. */
export function signedHeaders(
  { accessKeyId, secret, region }: S3Credentials,
  request: { method: string; url: URL; headers?: Record<string, string>; bodySha256: string },
  now: number,
): Record<string, string> {
  const { method, url, bodySha256 } = request;
  const time = new Date(now).toISOString().replace(/[-:]|\.\d{3}/g, '');
  const headers: Record<string, string> = {
    ...request.headers,
    host: url.host,
    'x-amz-content-sha256': bodySha256,
    'x-amz-date': time,
  };
  const names = Object.keys(headers).sort();
  const list = names.join(';');
  const canonical = [
    method,
    url.pathname,
    '',
    ...names.map((name) => `${name}:${headers[name]}`),
    '',
    list,
    bodySha256,
  ].join('\n');
  const scope = `${time.slice(0, 8)}/${region}/s3/aws4_request`;
  const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${secret}`);
  const signature = createHmac('sha256', key)
    .update([ALGORITHM, time, scope, createHash('sha256').update(canonical).digest('hex')].join('\n'))
    .digest('hex');
  return {
    ...headers,
    authorization: `${ALGORITHM} Credential=${accessKeyId}/${scope}, SignedHeaders=${list}, Signature=${signature}`,
  };
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

/** As a part of a path is signed: everything but letters, digits and `-._~` is encoded. */
export function encodedPath(path: string): string {
  return path
    .split('/')
    .map((part) =>
      encodeURIComponent(part).replace(
        /[!'()*]/g,
        (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
      ),
    )
    .join('/');
}
