import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { GetObjectCommand, HeadObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { isAbsent } from './s3-errors.ts';
import type { StorageVerify } from './storage-url.ts';

interface Written {
  Bucket: string;
  Key: string;
  bytes: number;
  sha256Hex: string;
}

/** The form in which S3 states a SHA-256. */
export function base64Of(sha256Hex: string): string {
  return Buffer.from(sha256Hex, 'hex').toString('base64');
}

/** Servers that do not know this checksum return none. */
export function requireChecksum({ Key, sha256Hex }: Written, returned: string | undefined): void {
  if (returned !== undefined && returned !== base64Of(sha256Hex)) {
    throw new Error(`the server stored different bytes for ${Key} than it was sent`);
  }
}

/** Rejects when the server acknowledged an object that it does not have, or not as it was sent. */
export async function confirmWrite(client: S3Client, written: Written, verify: StorageVerify): Promise<void> {
  if (verify === 'checksum') return;
  try {
    await (verify === 'head' ? confirmByHead : confirmByReading)(client, written);
  } catch (error) {
    if (!isAbsent(error)) throw error;
    throw new Error(`the server acknowledged ${written.Key} but does not have it`, { cause: error });
  }
}

async function confirmByHead(client: S3Client, written: Written): Promise<void> {
  const { Bucket, Key, bytes } = written;
  const found = await client.send(new HeadObjectCommand({ Bucket, Key, ChecksumMode: 'ENABLED' }));
  if (found.ContentLength !== bytes) {
    throw new Error(`the server has ${found.ContentLength} bytes of ${Key} instead of ${bytes}`);
  }
  requireChecksum(written, found.ChecksumSHA256);
}

async function confirmByReading(client: S3Client, written: Written): Promise<void> {
  const { Bucket, Key, sha256Hex } = written;
  const found = await client.send(new GetObjectCommand({ Bucket, Key }));
  const hash = createHash('sha256');
  for await (const chunk of found.Body as Readable) hash.update(chunk);
  if (hash.digest('hex') !== sha256Hex)
    throw new Error(`the server returns different bytes for ${Key} than it was sent`);
}
