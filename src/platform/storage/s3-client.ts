import { S3Client } from '@aws-sdk/client-s3';
import type { S3Settings } from './storage-url.ts';

export interface S3Limits {
  attempts: number;
  connectMs: number;
  /** For one attempt, until the response begins; then for each silence within it. */
  requestMs: number;
  /** The same for a request that carries no file. */
  askMs: number;
  pingMs: number;
  sockets: number;
  listPage: number;
}

export const S3_LIMITS: S3Limits = {
  attempts: 3,
  connectMs: 3_000,
  requestMs: 20_000,
  askMs: 8_000,
  pingMs: 3_000,
  sockets: 50,
  listPage: 1000,
};

const ignore = () => {};
/** The SDK would write warnings to the console, and hand over the files with them. */
const SILENT = { trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore };

export function createS3Client(settings: S3Settings, limits: S3Limits): S3Client {
  const sockets = { keepAlive: true, maxSockets: limits.sockets };
  const region = settings.region ?? (settings.endpoint === undefined ? undefined : 'us-east-1');
  return new S3Client({
    ...(settings.endpoint === undefined ? {} : { endpoint: settings.endpoint }),
    ...(region === undefined ? {} : { region }),
    ...(settings.credentials === undefined ? {} : { credentials: settings.credentials }),
    forcePathStyle: settings.pathStyle,
    maxAttempts: limits.attempts,
    // Servers other than Amazon's do not all know the checksums that the SDK would add; ours go with every file.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // The SDK sends such requests through sockets that it neither bounds nor keeps.
    expectContinueHeader: false,
    logger: SILENT,
    requestHandler: {
      httpAgent: sockets,
      httpsAgent: sockets,
      connectionTimeout: limits.connectMs,
      requestTimeout: Math.min(limits.askMs, limits.requestMs),
      throwOnRequestTimeout: true,
      socketTimeout: limits.requestMs,
    },
  });
}
