/** As `PROOF_ITERATIONS` of the server. */
const ITERATIONS = 2_000;

/**
 * Finds a number whose hash with the challenge begins with so many zero bits. Undefined where the browser computes no
 * hashes, as over plain http: then waiting has to do.
 */
export async function solveChallenge(challenge: string, bits: number): Promise<string | undefined> {
  const subtle = globalThis.crypto?.subtle;
  if (subtle === undefined) return undefined;
  const encoder = new TextEncoder();
  const key = await subtle.importKey('raw', encoder.encode(challenge), 'PBKDF2', false, ['deriveBits']);
  for (let number = 0; ; number++) {
    const salt = encoder.encode(String(number));
    const hash = await subtle.deriveBits(
      { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: ITERATIONS },
      key,
      32,
    );
    if (new DataView(hash).getUint32(0) >>> (32 - bits) === 0) return String(number);
  }
}
