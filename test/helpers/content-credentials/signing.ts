import { X509Certificate } from 'node:crypto';
import type { NewCertificate } from '../../../src/content-credentials/own-certificates.ts';
import { makeAuthority, makeSigner } from '../../../src/content-credentials/own-certificates.ts';
import {
  type EvidenceFinding,
  isBelievedCapture,
  type ReceivedPhoto,
  receiptOf,
} from '../../../src/content-credentials/receipt.ts';
import type { SealContent, SigningIdentity } from '../../../src/content-credentials/seal-jpeg.ts';

const HOST = 'photos.example.com';

/** Certificates as an installation creates them. */
export function createTestIdentity(now = Date.now()): {
  authority: NewCertificate;
  signer: NewCertificate;
  identity: SigningIdentity;
} {
  const authority = makeAuthority(HOST, now);
  const signer = makeSigner(authority, HOST, now);
  const chain = [signer, authority].map(
    ({ certificate }) => new Uint8Array(new X509Certificate(certificate).raw),
  );
  return { authority, signer, identity: { algorithm: 'ES256', privateKey: signer.key, chain } };
}

export function sealContent(changes: Partial<ReceivedPhoto> = {}): SealContent {
  const photo: ReceivedPhoto = {
    photoId: 'photo_1',
    requestId: 'req_1',
    environment: 'live',
    workspaceName: 'Müller & Söhne',
    host: HOST,
    receivedAt: Date.UTC(2026, 6, 1, 12, 0, 0),
    submittedAt: Date.UTC(2026, 6, 1, 12, 1, 0),
    sealedAt: Date.UTC(2026, 6, 1, 12, 2, 0),
    slotIndex: 1,
    slotInstructions: 'The dent, 車 and door',
    originalSha256: 'ab'.repeat(32),
    evidence: [],
    ...changes,
  };
  return {
    receipt: receiptOf(photo),
    isBelievedCapture: isBelievedCapture(photo),
    generator: { name: 'Shutterpost', version: '1.2.3' },
  };
}

export const WARNING: EvidenceFinding = {
  check: 'screen',
  result: 'warn',
  message: 'It looks like a photo of a display.',
};
