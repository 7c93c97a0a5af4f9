const POLYNOMIAL = 0xedb88320;

/** CRC-32 in four bytes, the highest first. It shows a byte that was changed by accident, not one that was changed with care. */
export function checksumOf(bytes: Uint8Array): Uint8Array {
  let rest = 0xffffffff;
  for (const byte of bytes) {
    rest ^= byte;
    for (let bit = 0; bit < 8; bit++) rest = (rest >>> 1) ^ ((rest & 1) * POLYNOMIAL);
  }
  const checksum = new Uint8Array(4);
  new DataView(checksum.buffer).setUint32(0, ~rest >>> 0);
  return checksum;
}
