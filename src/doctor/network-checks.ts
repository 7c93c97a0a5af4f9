import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Agent, fetch, type RequestInit } from 'undici';
import { uploadProbePath } from '../capture/upload-probe.ts';
import { UNDECLARED_PROXY } from '../platform/http/forwarded-for.ts';
import { MAX_PHOTO_BYTES, MAX_REFUSED_BODY_BYTES } from '../shared/photo-limits.ts';
import type { DoctorContext } from './context.ts';
import { type Check, type Finding, failure, ok, skipped, warning } from './finding.ts';

const RESPONSE_MS = 8_000;
/** The largest photo, from this machine to itself by way of its proxies. */
const UPLOAD_MS = 60_000;
const LARGEST = `${MAX_PHOTO_BYTES / 2 ** 20} MB`;
const PROXY_MB = MAX_REFUSED_BODY_BYTES / 2 ** 20;
const PROXY_REMEDY = `Configure the proxy in front to accept bodies of ${PROXY_MB} MB and allow ten minutes per request (client_max_body_size ${PROXY_MB}m in nginx). deploy/nginx.conf and deploy/haproxy.cfg are complete examples.`;

export function storageCheck({ config, storage }: DoctorContext): Check {
  return {
    name: 'storage',
    remedy:
      config.storageUrl === undefined
        ? 'Check that DATA_DIR/photos belongs to the server’s user and that the disk is not full.'
        : 'Check that the bucket exists and that the key in STORAGE_URL may put, get, list and delete.',
    async run() {
      const opened = await storage();
      const key = `doctor/${randomUUID()}.txt`;
      const content = Buffer.from('Shutterpost was here.');
      const startedAt = performance.now();
      await opened.putBytes(key, content, 'text/plain');
      try {
        const file = await opened.open(key);
        const read = file === undefined ? undefined : await buffer(file.stream);
        if (read === undefined || !read.equals(content))
          throw new Error('The file read back differs from what was stored.');
      } finally {
        await opened.delete(key);
      }
      const took = Math.round(performance.now() - startedAt);
      return ok(`${opened.kind === 's3' ? 'S3' : 'disk'}: stored, read and deleted in ${took} ms`);
    },
  };
}

export function redisCheck({ config }: DoctorContext): Check {
  return {
    name: 'Redis',
    remedy:
      'Check that it is running and that REDIS_URL is correct. Without it, each node counts rate limits separately.',
    async run() {
      if (config.redisUrl === undefined) {
        return config.databaseUrl === undefined
          ? skipped('not needed with a single node')
          : warning(
              'is not set',
              'With several nodes, set REDIS_URL. Otherwise each node allows the full rate limit.',
            );
      }
      const { Redis } = await import('ioredis');
      const client = new Redis(config.redisUrl, {
        lazyConnect: true,
        connectTimeout: RESPONSE_MS,
        commandTimeout: RESPONSE_MS,
        retryStrategy: () => null,
      });
      // The reason comes here, and only "Connection is closed" from connect.
      let reason: Error | undefined;
      client.on('error', (error) => {
        reason ??= error;
      });
      try {
        await client.connect();
        const startedAt = performance.now();
        await client.ping();
        return ok(`responds in ${(performance.now() - startedAt).toFixed(1)} ms`);
      } catch (error) {
        throw reason ?? error;
      } finally {
        client.disconnect();
      }
    },
  };
}

/** Connects, greets and signs in; no email is sent. */
export function mailCheck({ config }: DoctorContext): Check {
  return {
    name: 'mail server',
    remedy:
      'Check that the host, port, user and password in SMTP_URL are correct, and that this machine may connect.',
    async run() {
      if (config.smtpUrl === undefined) {
        return warning(
          'SMTP_URL is not set, so emails are written to files and never sent.',
          'Set SMTP_URL to send them (docs/guides/email.md).',
        );
      }
      const { createTransport } = await import('nodemailer');
      const transport = createTransport({
        url: config.smtpUrl,
        connectionTimeout: RESPONSE_MS,
        greetingTimeout: RESPONSE_MS,
        socketTimeout: RESPONSE_MS,
      });
      try {
        await transport.verify();
        return ok(`${new URL(config.smtpUrl).host} accepts connections`);
      } finally {
        transport.close();
      }
    },
  };
}

export function publicUrlCheck({ config }: DoctorContext): Check {
  const { publicUrl } = config;
  const { protocol, hostname } = new URL(publicUrl);
  const isLocal = hostname === 'localhost' || hostname.startsWith('127.');
  const remedy = 'Start the server, and check that DNS, proxy and certificate lead to it.';
  return {
    name: 'public address',
    remedy,
    async run() {
      const response = await call(`${publicUrl}/healthz`);
      if (response instanceof Error) {
        return warning(`${publicUrl} cannot be reached from here (${response.message}).`, remedy);
      }
      if (!isHealthy(response)) {
        return failure(
          `Something other than this server responds at ${publicUrl} (status ${response.status}).`,
          remedy,
        );
      }
      if (protocol === 'https:' || isLocal) return ok(`${publicUrl} responds`);
      return warning(
        `${publicUrl} responds, but phones only open the camera over https.`,
        'Put a proxy with a certificate in front, and set PUBLIC_URL to its https:// address.',
      );
    },
  };
}

/** Sends as much as the largest photo has, the way that photos go, to a place that only counts it. */
export function largestPhotoCheck({ config }: DoctorContext): Check {
  const { publicUrl } = config;
  return {
    name: 'largest photo',
    remedy: PROXY_REMEDY,
    limitMs: UPLOAD_MS + RESPONSE_MS,
    async run() {
      const file = join(config.dataDir, 'secret-key');
      const secretKey = config.secretKey ?? (existsSync(file) ? readFileSync(file, 'utf8').trim() : '');
      if (secretKey === '') return skipped('Not checked: there is no secret key yet.');
      const reached = await call(`${publicUrl}/healthz`);
      if (reached instanceof Error || !isHealthy(reached)) {
        return skipped(`Not checked: the server cannot be reached at ${publicUrl}.`);
      }
      const startedAt = performance.now();
      const response = await call(publicUrl + uploadProbePath(secretKey, Date.now()), {
        method: 'PUT',
        body: new Uint8Array(MAX_PHOTO_BYTES),
        signal: AbortSignal.timeout(UPLOAD_MS),
      });
      if (response instanceof Error) {
        return failure(
          `The connection is cut while ${LARGEST} are being sent (${response.message}).`,
          PROXY_REMEDY,
        );
      }
      const finding = judgeUpload(response, Math.round(performance.now() - startedAt));
      if (finding.status !== 'ok' || config.trustProxy !== 0 || !response.body.includes('"forwarded":true'))
        return finding;
      return warning(UNDECLARED_PROXY, 'Set TRUST_PROXY to the number of proxies in front, for example 1.');
    },
  };
}

interface ProbeResponse {
  status: number;
  body: string;
  /** From this service, not from something in front of it. */
  isOurs: boolean;
}

/** By HTTP/1.1: beside a large body, Node refuses other calls on the same HTTP/2 connection. */
const dispatcher = new Agent({ allowH2: false });

/** The response, or why there was none. */
async function call(url: string, init: RequestInit = {}): Promise<ProbeResponse | Error> {
  try {
    const response = await fetch(url, {
      dispatcher,
      signal: AbortSignal.timeout(RESPONSE_MS),
      redirect: 'manual',
      ...init,
    });
    const isOurs = response.headers.get('x-request-id')?.startsWith('req_') === true;
    return { status: response.status, body: await response.text(), isOurs };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return error.cause instanceof Error ? error.cause : error;
  }
}

function isHealthy({ status, body }: ProbeResponse): boolean {
  return status === 200 && body.includes('"status":"ok"');
}

function judgeUpload({ status, body, isOurs }: ProbeResponse, took: number): Finding {
  if (status === 200 && body.includes(`"bytes":${MAX_PHOTO_BYTES}`)) {
    return ok(`${LARGEST} arrived complete in ${took} ms`);
  }
  if (isOurs && status === 404) {
    return warning(
      'The server there has a different secret key or runs a different release.',
      'Run this command with the server’s own settings.',
    );
  }
  if (isOurs && status === 503) return warning('The server is overloaded.', 'Try again in a moment.');
  if (isOurs && status === 200) return failure(`Only part of ${LARGEST} arrived.`, PROXY_REMEDY);
  return failure(`Bodies of ${LARGEST} are rejected on the way (status ${status}).`, PROXY_REMEDY);
}
