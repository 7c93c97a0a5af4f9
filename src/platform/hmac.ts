import { hash } from 'node:crypto';

const BLOCK_BYTES = 64;
const DIGEST_BYTES = 32;

/**
 * HMAC-SHA256 with a key of at most 64 bytes, made of two hashes as RFC 2104 defines it. A list signs dozens of links, and
 * `createHmac` would leave an object of native code for each to the garbage collector, which costs more than the hashes.
 */
export function createHmacSha256(key: Buffer): (text: string) => Buffer {
  if (key.length > BLOCK_BYTES) throw new RangeError('The key is longer than a block');
  const inner = Buffer.alloc(BLOCK_BYTES, 0x36);
  const outer = Buffer.alloc(BLOCK_BYTES + DIGEST_BYTES, 0x5c);
  for (const [index, byte] of key.entries()) {
    inner[index] = 0x36 ^ byte;
    outer[index] = 0x5c ^ byte;
  }
  return (text) => {
    const input = Buffer.allocUnsafe(BLOCK_BYTES + Buffer.byteLength(text));
    inner.copy(input);
    input.write(text, BLOCK_BYTES);
    // As text: a buffer from the hash would be another object that is not of the pool.
    outer.write(hash('sha256', input, 'binary'), BLOCK_BYTES, 'binary');
    return Buffer.from(hash('sha256', outer, 'binary'), 'binary');
  };
}
