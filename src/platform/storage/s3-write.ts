import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import type { Log } from '../log.ts';
import type { S3Limits } from './s3-client.ts';
import { base64Of, confirmWrite, requireChecksum } from './s3-confirm.ts';
import { isWorthAnotherAttempt } from './s3-errors.ts';
import type { StorageVerify } from './storage-url.ts';

const FIRST_DELAY_MS = 100;

export interface S3Write {
  Bucket: string;
  Key: string;
  bytes: number;
  sha256Hex: string;
  contentType: string;
  /** A new stream from the first byte on, for every attempt. */
  content: () => Readable;
}

/** The SDK does not repeat a request whose body is a stream, so this does. */
export async function writeObject(
  options: {
    client: S3Client;
    limits: Pick<S3Limits, 'attempts' | 'requestMs'>;
    verify: StorageVerify;
    log: Log | undefined;
  },
  write: S3Write,
): Promise<void> {
  const { attempts, requestMs } = options.limits;
  const giveUpAt = performance.now() + requestMs;
  for (let attempt = 1; ; attempt++) {
    try {
      await attemptWrite(options.client, write, requestMs);
      return await confirmWrite(options.client, write, options.verify);
    } catch (error) {
      // Someone waits for this: a server that was silent for so long is not waited for once more.
      const isOver = attempt >= attempts || performance.now() >= giveUpAt;
      if (isOver || !isWorthAnotherAttempt(error)) throw error;
      options.log?.warn({ err: error, attempt }, 'Writing to the storage failed; retrying.');
      await delay(FIRST_DELAY_MS * 2 ** attempt * (0.5 + Math.random() / 2));
    }
  }
}

async function attemptWrite(client: S3Client, write: S3Write, requestTimeout: number): Promise<void> {
  const content = write.content();
  const aborting = new AbortController();
  let readError: Error | undefined;
  content.once('error', (error) => {
    readError = error;
    aborting.abort();
  });
  const command = new PutObjectCommand({
    Bucket: write.Bucket,
    Key: write.Key,
    Body: content,
    ContentLength: write.bytes,
    ContentType: write.contentType,
    ChecksumSHA256: base64Of(write.sha256Hex),
  });
  signContent(command, write.sha256Hex);
  try {
    const stored = await client.send(command, { abortSignal: aborting.signal, requestTimeout });
    requireChecksum(write, stored.ChecksumSHA256);
  } catch (error) {
    throw readError ?? error;
  } finally {
    content.destroy();
  }
}

/** The signature then covers the content too, so that a server without x-amz-checksum-sha256 also checks it. */
function signContent(command: PutObjectCommand, sha256Hex: string): void {
  command.middlewareStack.add(
    (next) => (step) => {
      (step.request as { headers: Record<string, string> }).headers['x-amz-content-sha256'] = sha256Hex;
      return next(step);
    },
    { step: 'build', name: 'signContent' },
  );
}
