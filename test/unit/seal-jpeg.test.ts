import { generateKeyPairSync, hash } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { sealJpeg } from '../../src/content-credentials/seal-jpeg.ts';
import { requestTimeStamp } from '../../src/content-credentials/time-stamps.ts';
import { hasSealForm } from '../../src/shared/seal-form.ts';
import { APPLE_IPTC, bareJpeg, JFIF, liveJpeg, withSegments } from '../helpers/capture/jpeg-files.ts';
import { samplePhoto } from '../helpers/capture/sample-photo.ts';
import { readSeal, sealState } from '../helpers/content-credentials/official-reader.ts';
import { createTestIdentity, sealContent, WARNING } from '../helpers/content-credentials/signing.ts';
import { useTimeStampAuthority } from '../helpers/content-credentials/time-stamp-authority.ts';

const { authority, identity } = createTestIdentity();
const trusting = { anchors: authority.certificate };

const seal = (jpeg: Buffer, content = sealContent()) => sealJpeg(new Uint8Array(jpeg), content, identity);

/** As they come from the encoders that phones and browsers have. */
const ENCODERS: [name: string, photo: () => Promise<Buffer>][] = [
  ['a canvas of Chromium or Firefox', () => liveJpeg()],
  ['a canvas of Safari', async () => withSegments(await bareJpeg(), JFIF, APPLE_IPTC)],
  ['libjpeg without a header', () => bareJpeg()],
  [
    'libjpeg without subsampling',
    () => liveJpeg({ width: 333, height: 217 }, { chromaSubsampling: '4:4:4' }),
  ],
  ['MozJPEG with its own tables', () => liveJpeg(undefined, { mozjpeg: true, progressive: false })],
  [
    'an encoder with restart markers and a color profile',
    async () =>
      sharp(await bareJpeg())
        .withIccProfile('p3')
        .jpeg()
        .toBuffer(),
  ],
  ['the sample drawing', () => samplePhoto()],
  ['an encoder that writes fill bytes before every marker', async () => withFillBytes(await liveJpeg())],
  ['a grayscale sensor', async () => bareJpeg(undefined, {}, 1)],
  ['a photo of eight megapixels', () => liveJpeg({ width: 3264, height: 2448 })],
];

/** T.81 B.1.1.2: any marker may be preceded by them. */
function withFillBytes(jpeg: Buffer): Buffer {
  const parts: Buffer[] = [jpeg.subarray(0, 2)];
  for (let at = 2; ; ) {
    const end = at + 2 + jpeg.readUInt16BE(at + 2);
    parts.push(Buffer.of(0xff), jpeg.subarray(at, end));
    if (jpeg[at + 1] === 0xda) return Buffer.concat([...parts, jpeg.subarray(end)]);
    at = end;
  }
}

describe('a sealed photo', () => {
  it.each(ENCODERS)(
    'should be valid to the official reader, and trusted with our authority, from %s',
    async (_name, photo) => {
      const original = await photo();
      const sealed = await seal(original);
      expect(await sealState(sealed)).toBe('Valid');
      expect(hasSealForm(sealed)).toBe(true);
      const read = await readSeal(sealed, trusting);
      expect(read).toMatchObject({ state: 'Trusted', failure: [], issuer: 'photos.example.com' });
    },
  );

  it('should hold the original, byte for byte, around the manifest', async () => {
    const original = await liveJpeg();
    const sealed = Buffer.from(await seal(original));
    const added = sealed.length - original.length;
    const start = 2 + JFIF.length;
    expect(sealed.subarray(0, start)).toEqual(original.subarray(0, start));
    expect(sealed.subarray(start + added)).toEqual(original.subarray(start));
    expect(added).toBeLessThan(4_000);
  });

  it('should say who received it and what it was asked for', async () => {
    const { assertions } = await readSeal(await seal(await liveJpeg()), trusting);
    expect(assertions['org.shutterpost.receipt']).toMatchObject({
      received_by: { workspace: 'Müller & Söhne', host: 'photos.example.com' },
      received_at: '2026-07-01T12:00:00Z',
      submitted_at: '2026-07-01T12:01:00Z',
      request_id: 'req_1',
      photo_id: 'photo_1',
      environment: 'live',
      slot: { index: 1, instructions: 'The dent, 車 and door' },
      original_sha256: 'ab'.repeat(32),
      evidence: [],
    });
    expect(assertions['c2pa.actions.v2']).toMatchObject({
      actions: [
        {
          action: 'c2pa.created',
          digitalSourceType: 'http://cv.iptc.org/newscodes/digitalsourcetype/digitalCapture',
        },
      ],
    });
  });

  it.each([
    ['a check warned', { evidence: [WARNING] }],
    ['it is a test', { environment: 'test' as const }],
  ])('should not claim that a camera captured it when %s', async (_when, changes) => {
    const read = await readSeal(await seal(await liveJpeg(), sealContent(changes)), trusting);
    expect(read.state).toBe('Trusted');
    expect(JSON.stringify(read.assertions)).not.toContain('digitalCapture');
    expect(read.assertions['c2pa.actions.v2']).toMatchObject({ actions: [{ action: 'c2pa.opened' }] });
    expect(read.assertions['org.shutterpost.receipt']).toMatchObject(changes);
  });

  it('should fit into one segment however much was written about it', async () => {
    const long = '語'.repeat(5_000);
    const evidence = Array.from({ length: 100 }, () => ({ ...WARNING, message: long, check: long }));
    const content = sealContent({ evidence, workspaceName: long, slotInstructions: long });
    const sealed = await seal(await liveJpeg(), content);
    expect(await sealState(sealed, trusting)).toBe('Trusted');
    expect(sealed.length - (await liveJpeg()).length).toBeLessThan(65_535);
  });

  it('should not be valid once any byte of the picture or its credentials is flipped', async () => {
    const photo = await liveJpeg({ width: 640, height: 480 });
    const sealed = Buffer.from(await seal(photo));
    // Not searched for: the random bytes of a manifest may look like a marker.
    const manifestEnd = 2 + JFIF.length + sealed.length - photo.length;
    const spread = Array.from({ length: 120 }, (_, index) => Math.floor((index / 120) * sealed.length));
    const found = (text: string | Buffer) => sealed.indexOf(text);
    const places = [
      ...spread.filter((at) => at < 20 || at >= manifestEnd),
      ...[0, 1, 2, 3, 8, sealed.length - 1, sealed.length - 2, manifestEnd, manifestEnd + 5],
      found('org.shutterpost.receipt'),
      found('received_at') + 14,
      found('photos.example.com'),
      found('digitalCapture'),
      found('urn:c2pa:') + 12,
      found(Buffer.from(identity.chain[0] ?? [])) + 200,
      found(Buffer.from(identity.chain[1] ?? [])) + 200,
      // The signature is the last thing of the manifest.
      manifestEnd - 10,
    ];
    for (const at of places) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 0x01;
      expect(['Invalid', 'unreadable'], `byte ${at}`).toContain(await sealState(changed, trusting));
    }
  });

  it('should not be valid with the picture of another one', async () => {
    const [one, other] = [await liveJpeg(), await liveJpeg(undefined, { quality: 40 })];
    const sealed = Buffer.from(await seal(one));
    const start = 2 + JFIF.length;
    const manifest = sealed.subarray(start, start + sealed.length - one.length);
    const moved = Buffer.concat([other.subarray(0, start), manifest, other.subarray(start)]);
    expect(await sealState(moved, trusting)).toBe('Invalid');
  });

  it('should not be trusted by whoever trusts another installation', async () => {
    const stranger = createTestIdentity().authority.certificate;
    const read = await readSeal(await seal(await liveJpeg()), { anchors: stranger });
    expect(read).toMatchObject({ state: 'Valid', failure: ['signingCredential.untrusted'] });
  });

  it('should not be valid when a key other than the certificate’s signed it', async () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const forged = {
      ...identity,
      privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    };
    const sealed = await sealJpeg(new Uint8Array(await liveJpeg()), sealContent(), forged);
    const read = await readSeal(sealed, trusting);
    expect(read.state).toBe('Invalid');
    expect(read.failure).toContain('claimSignature.mismatch');
  });
});

describe('a time stamp', () => {
  const stamps = useTimeStampAuthority();

  const sealStamped = async () =>
    sealJpeg(new Uint8Array(await liveJpeg()), sealContent(), identity, (sha256) =>
      requestTimeStamp(stamps.url, sha256),
    );

  it('should be in the seal, valid, and trusted by whoever trusts its authority', async () => {
    const sealed = await sealStamped();
    const read = await readSeal(sealed, { anchors: authority.certificate + stamps.authority });
    expect(read).toMatchObject({ state: 'Trusted', failure: [] });
    expect(read.success).toContain('timeStamp.validated');
    expect(read.success).toContain('timeStamp.trusted');
    expect(Math.abs(Date.parse(read.time ?? '') - Date.now())).toBeLessThan(120_000);
    expect(await sealState(sealed)).toBe('Valid');
  });

  it('should be asked for once per photo after the first', async () => {
    await sealStamped();
    const before = stamps.asked();
    for (let photo = 0; photo < 5; photo++) {
      expect(await sealState(await sealStamped(), trusting)).toBe('Trusted');
    }
    expect(stamps.asked() - before).toBe(5);
  });

  it.each([
    ['responded with 503', { status: 503, body: 'busy' }],
    ['sent something that is not a time stamp', { status: 200, body: 'hello' }],
    ['sent too much', { status: 200, body: Buffer.alloc(200_000) }],
    ['refused (status 2)', { status: 200, body: Buffer.from('30053003020102', 'hex') }],
  ])('should not be taken from an authority that %s', async (reason, failure) => {
    stamps.failWith(failure);
    await expect(sealStamped()).rejects.toThrow(`The time stamp authority ${reason}`);
    stamps.failWith();
  });

  it('should not be taken when it is of something else', async () => {
    const recorded = await stamps.stamp(timeStampQuery(hash('sha256', 'another photo', 'buffer')));
    stamps.failWith({ status: 200, body: recorded });
    await expect(sealStamped()).rejects.toThrow('stamped something else');
    stamps.failWith();
  });

  it('should not be waited for without end', async () => {
    await expect(requestTimeStamp('http://127.0.0.1:9/', Buffer.alloc(32))).rejects.toThrow(
      'could not be reached',
    );
  });
});

/** As RFC 3161 asks, without a nonce. */
function timeStampQuery(sha256: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from('30390201013031300d060960864801650304020105000420', 'hex'),
    sha256,
    Buffer.from('0101ff', 'hex'),
  ]);
}
