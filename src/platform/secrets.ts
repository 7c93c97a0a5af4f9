import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createHmacSha256 } from './hmac.ts';

/** What each derived key is for. One leaked or broken use says nothing of the others. */
export type SecretPurpose =
  | 'photo-links'
  | 'capture-tickets'
  | 'capture-challenges'
  | 'capture-thumbnails'
  | 'webhook-secrets'
  | 'archive-secrets'
  | 'two-factor-secrets'
  | 'mailed-links'
  | 'notification-choices'
  | 'link-access-codes'
  | 'link-access'
  | 'upload-probes'
  | 'proof-of-work'
  | 'signing-keys'
  | 'unsubscribe-links'
  | 'phone-numbers'
  | 'return-secrets';

export interface Secrets {
  /** Base64url of the first 128 bits of an HMAC-SHA256. */
  sign(purpose: SecretPurpose, text: string): string;
  verify(purpose: SecretPurpose, text: string, signature: string): boolean;
  /** Encrypts a text for the database. It opens only with the same owner: no one can move it to another row. */
  seal(purpose: SecretPurpose, owner: string, text: string): string;
  /** Throws when it was changed, or sealed with another SECRET_KEY. */
  unseal(purpose: SecretPurpose, owner: string, sealed: string): string;
}

const SIGNATURE_BYTES = 16;
const SEAL_VERSION = 'v1.';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The SECRET_KEY is not the one that something in the database was encrypted with. */
export class SealBrokenError extends Error {
  constructor() {
    super('A stored secret cannot be decrypted. SECRET_KEY must be the key it was encrypted with.');
    this.name = 'SealBrokenError';
  }
}

export function createSecrets(secretKey: string): Secrets {
  const keys = new Map<SecretPurpose, { key: Buffer; hmac: (text: string) => Buffer }>();
  const keyedFor = (purpose: SecretPurpose) => {
    let keyed = keys.get(purpose);
    if (keyed === undefined) {
      const key = Buffer.from(hkdfSync('sha256', secretKey, '', `shutterpost ${purpose}`, 32));
      keyed = { key, hmac: createHmacSha256(key) };
      keys.set(purpose, keyed);
    }
    return keyed;
  };
  const keyFor = (purpose: SecretPurpose) => keyedFor(purpose).key;
  return {
    sign: (purpose, text) => keyedFor(purpose).hmac(text).toString('base64url', 0, SIGNATURE_BYTES),
    verify(purpose, text, signature) {
      const given = Buffer.from(signature, 'base64url');
      // Base64 has several spellings of some bytes; only the one we write counts.
      return (
        given.length === SIGNATURE_BYTES &&
        given.toString('base64url') === signature &&
        timingSafeEqual(given, keyedFor(purpose).hmac(text).subarray(0, SIGNATURE_BYTES))
      );
    },
    seal(purpose, owner, text) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', keyFor(purpose), nonce).setAAD(Buffer.from(owner));
      const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return SEAL_VERSION + Buffer.concat([nonce, encrypted, cipher.getAuthTag()]).toString('base64url');
    },
    unseal(purpose, owner, sealed) {
      try {
        const bytes = Buffer.from(sealed.slice(SEAL_VERSION.length), 'base64url');
        const decipher = createDecipheriv('aes-256-gcm', keyFor(purpose), bytes.subarray(0, NONCE_BYTES))
          .setAAD(Buffer.from(owner))
          .setAuthTag(bytes.subarray(-TAG_BYTES));
        const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
        return Buffer.concat([text, decipher.final()]).toString('utf8');
      } catch {
        throw new SealBrokenError();
      }
    },
  };
}

/** Reads the key that an earlier start kept in the data folder, or makes it. */
export function keptSecretKey(dataDir: string): string {
  const file = join(dataDir, 'secret-key');
  const read = () => {
    try {
      return readFileSync(file, 'utf8').trim();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  };
  const kept = read();
  if (kept !== undefined && kept !== '') return kept;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true });
  try {
    // Of several processes that start at once, one gives the key; a crash leaves a whole one or none.
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  const stored = read();
  if (stored === undefined || stored === '')
    throw new Error(`${file} is empty. Restore it, or delete it to create a new key.`);
  return stored;
}
