import { describe, expect, it } from 'vitest';
import { sealJpeg } from '../../src/content-credentials/seal-jpeg.ts';
import { requestTimeStamp } from '../../src/content-credentials/time-stamps.ts';
import { hasSealForm } from '../../src/shared/seal-form.ts';
import { JFIF, liveJpeg } from '../helpers/capture/jpeg-files.ts';
import { sealState } from '../helpers/content-credentials/official-reader.ts';
import { createTestIdentity, sealContent, WARNING } from '../helpers/content-credentials/signing.ts';
import { useTimeStampAuthority } from '../helpers/content-credentials/time-stamp-authority.ts';

describe('the form of a seal', () => {
  const stamps = useTimeStampAuthority();
  const { identity } = createTestIdentity();

  const photo = () => liveJpeg({ width: 320, height: 240 });
  const seal = async (stamped = false, content = sealContent()) =>
    Buffer.from(
      await sealJpeg(
        new Uint8Array(await photo()),
        content,
        identity,
        stamped ? (sha256) => requestTimeStamp(stamps.url, sha256) : undefined,
      ),
    );

  it('should be that of every seal, with and without a time stamp or a warning', async () => {
    expect(hasSealForm(await seal())).toBe(true);
    expect(hasSealForm(await seal(true))).toBe(true);
    expect(hasSealForm(await seal(false, sealContent({ evidence: [WARNING] })))).toBe(true);
    expect(hasSealForm(await liveJpeg())).toBe(false);
  });

  it.each([
    ['without a time stamp', false, 29],
    ['with a time stamp', true, 61],
  ])(
    'should let no flipped byte pass that the official reader lets pass, %s',
    async (_which, stamped, step) => {
      const sealed = await seal(stamped);
      // Not searched for: the random bytes of a manifest may look like a marker.
      const end = 2 + JFIF.length + sealed.length - (await photo()).length;
      for (let at = 20; at < end; at++) {
        const changed = Buffer.from(sealed);
        changed[at] = (changed[at] ?? 0) ^ 0x01;
        // The reader is slow: it is asked about a part of what only it can know.
        if (!hasSealForm(changed) || at % step !== 0) continue;
        expect(['Invalid', 'unreadable'], `byte ${at}`).toContain(await sealState(changed));
      }
    },
  );
});
