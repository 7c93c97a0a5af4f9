import { createHash, createPrivateKey, type KeyObject, randomUUID, sign } from 'node:crypto';
import { Algorithms, Signature as CoseSignature, type Signer } from '@trustnxt/c2pa-ts/cose';
import { CBORBox, type IBox } from '@trustnxt/c2pa-ts/jumbf';
import {
  type Action,
  ActionAssertion,
  Assertion,
  AssertionLabels,
  ClaimVersion,
  DataHashAssertion,
  IngredientAssertion,
  type Manifest,
  Signature as ManifestSignature,
  ManifestStore,
  RelationshipType,
} from '@trustnxt/c2pa-ts/manifest';
import { checksumOf } from '../shared/checksum.ts';
import { RECEIPT_LABEL } from '../shared/seal-labels.ts';
import type { Receipt } from './receipt.ts';
import { SealableJpeg } from './sealable-jpeg.ts';
import { ALGORITHMS, type SigningAlgorithm } from './signing-algorithms.ts';

/** What signs a seal. It can be passed to a thread. */
export interface SigningIdentity {
  algorithm: SigningAlgorithm;
  /** PEM, PKCS #8. */
  privateKey: string;
  /** DER: the signer's certificate first, then whoever signed it, up to the authority. */
  chain: Uint8Array[];
}

export interface SealContent {
  receipt: Receipt;
  /** Whether the receipt's installation believes that a camera captured it. */
  isBelievedCapture: boolean;
  generator: { name: string; version: string };
}

/** Gets a time stamp token (RFC 3161) for a SHA-256. */
export type GetTimeStamp = (sha256: Buffer) => Promise<Uint8Array>;

type HashAlgorithm = NonNullable<DataHashAssertion['algorithm']>;
type X509 = NonNullable<CoseSignature['certificate']>;

const DIGITAL_CAPTURE = 'http://cv.iptc.org/newscodes/digitalsourcetype/digitalCapture';
const SHA_256: HashAlgorithm = 'SHA-256';
/** JUMBF's type of an assertion in CBOR. */
const CBOR_ASSERTION = Uint8Array.from(Buffer.from('63626f7200110010800000aa00389b71', 'hex'));

/** Room for tokens that are a little longer or shorter than the one before. CBOR writes these lengths in one byte. */
const PADDING = 64;
const MIN_PADDING = 24;
const MAX_PADDING = 255;
const FIRST_TOKEN_BYTES = 4_096;
const MIN_TOKEN_BYTES = 256;
const MAX_TOKEN_BYTES = 32_768;

/** How long the last token was: the room for the next one has to be known before it is asked for. */
let lastTokenBytes = FIRST_TOKEN_BYTES;

/** The JPEG with a C2PA manifest in it, and nothing else changed. */
export async function sealJpeg(
  jpeg: Uint8Array,
  content: SealContent,
  identity: SigningIdentity,
  getTimeStamp?: GetTimeStamp,
): Promise<Uint8Array> {
  try {
    return await sealOnce(jpeg, content, identity, getTimeStamp);
  } catch (error) {
    if (!(error instanceof TokenSizeError)) throw error;
    lastTokenBytes = error.bytes;
    return sealOnce(jpeg, content, identity, getTimeStamp);
  }
}

async function sealOnce(
  jpeg: Uint8Array,
  content: SealContent,
  identity: SigningIdentity,
  getTimeStamp: GetTimeStamp | undefined,
): Promise<Uint8Array> {
  const asset = new SealableJpeg(jpeg);
  const signer = signerOf(identity);
  const store = new ManifestStore();
  const manifest = store.createManifest({
    claimVersion: ClaimVersion.V2,
    assetFormat: 'image/jpeg',
    instanceID: `xmp:iid:${randomUUID()}`,
    defaultHashAlgorithm: SHA_256,
    signer,
  });
  if (manifest.claim === undefined) throw new Error('The manifest has no claim');
  manifest.claim.claimGeneratorName = content.generator.name;
  manifest.claim.claimGeneratorVersion = content.generator.version;

  const binding = DataHashAssertion.create(SHA_256);
  manifest.addAssertion(binding);
  addActions(manifest, content);
  manifest.addAssertion(new ReceiptAssertion(content.receipt));
  const signature = new SealSignature(identity, signer, getTimeStamp);
  manifest.signature = new ManifestSignature(signature);
  bindLabels(manifest);

  await asset.ensureManifestSpace(store.measureSize());
  await binding.updateWithAsset(asset);
  await manifest.sign(signer);
  await asset.writeManifestJUMBF(store.getBytes());
  return asset.getDataRange();
}

function addActions(manifest: Manifest, { receipt, isBelievedCapture, generator }: SealContent): void {
  const actions = new ActionAssertion();
  actions.label = AssertionLabels.actionsV2;
  const softwareAgent = generator;
  if (isBelievedCapture) {
    actions.actions = [
      { action: 'c2pa.created', digitalSourceType: DIGITAL_CAPTURE, softwareAgent } as unknown as Action,
    ];
  } else {
    const received = IngredientAssertion.createV3(RelationshipType.ParentOf);
    received.title = `${receipt.photo_id}.jpg`;
    received.format = 'image/jpeg';
    manifest.addAssertion(received);
    const ingredients = [manifest.createAssertionReference(received)];
    actions.actions = [
      { action: 'c2pa.opened', parameters: { ingredients }, softwareAgent } as unknown as Action,
    ];
  }
  manifest.addAssertion(actions);
}

/** By whole paths, so that the signature covers the manifest's own label too. */
function bindLabels(manifest: Manifest): void {
  const { claim } = manifest;
  if (claim === undefined) return;
  const whole = (uri: string) => uri.replace('self#jumbf=', `self#jumbf=/c2pa/${manifest.label}/`);
  for (const reference of claim.assertions) reference.uri = whole(reference.uri);
  if (claim.signatureRef !== undefined) claim.signatureRef = whole(claim.signatureRef);
}

class ReceiptAssertion extends Assertion {
  readonly #receipt: Receipt;

  constructor(receipt: Receipt) {
    super();
    this.label = RECEIPT_LABEL;
    this.uuid = CBOR_ASSERTION;
    this.#receipt = receipt;
  }

  readContentFromJUMBF(): void {
    throw new Error('Receipts are only written');
  }

  generateJUMBFBoxForContent(): IBox {
    const box = new CBORBox();
    box.content = this.#receipt;
    return box;
  }
}

function signerOf({ algorithm, chain }: SigningIdentity): Signer {
  const [certificate, ...chainCertificates] = chain.map(
    // Only its bytes are looked at, so none is parsed once more.
    (der) => ({ rawData: der }) as unknown as X509,
  );
  if (certificate === undefined) throw new Error('The certificate chain is empty');
  return {
    certificate,
    chainCertificates,
    algorithm: ALGORITHMS[algorithm].cose,
    // SealSignature signs.
    sign: async () => new Uint8Array(),
  };
}

class TokenSizeError extends Error {
  readonly bytes: number;

  constructor(bytes: number) {
    super(`The time stamp has ${bytes} bytes`);
    this.bytes = bytes;
  }
}

/**
 * The library's stock signer writes ECDSA signatures in DER, which other implementations refuse, and pads with kilobytes
 * that no signature covers. This one knows how long its signature is, and pads only where a time stamp needs room.
 */
class SealSignature extends CoseSignature {
  readonly #key: KeyObject;
  readonly #algorithm: SigningAlgorithm;
  readonly #getTimeStamp: GetTimeStamp | undefined;
  #token: Uint8Array | undefined;

  constructor(identity: SigningIdentity, signer: Signer, getTimeStamp: GetTimeStamp | undefined) {
    super();
    this.certificate = signer.certificate;
    this.chainCertificates = signer.chainCertificates;
    const algorithm = Algorithms.getAlgorithm(signer.algorithm);
    if (algorithm === undefined) throw new Error(`${identity.algorithm} is not known`);
    this.algorithm = algorithm;
    this.#key = createPrivateKey(identity.privateKey);
    this.#algorithm = identity.algorithm;
    this.#getTimeStamp = getTimeStamp;
    this.#token = getTimeStamp === undefined ? undefined : new Uint8Array(lastTokenBytes);
    // As long as the real one will be.
    this.signature = this.#signed(Buffer.alloc(0));
  }

  override writeJUMBFData() {
    const [protectedBucket, , payload, signature] = super.writeJUMBFData();
    const unprotected =
      this.#token === undefined
        ? {}
        : {
            sigTst2: { tstTokens: [{ val: this.#token }] },
            // No signature covers all of a token: this shows a changed byte in the rest of it.
            stampChecksum: checksumOf(this.#token),
            pad: new Uint8Array(this.#padding(this.#token)),
          };
    return [protectedBucket, unprotected, payload, signature] as ReturnType<CoseSignature['writeJUMBFData']>;
  }

  override async sign(_signer: Signer, payload: Uint8Array): Promise<void> {
    this.signature = this.#signed(this.#structure('Signature1', payload));
    if (this.#getTimeStamp === undefined) return;
    const stamped = this.#structure('CounterSignature', CBORBox.encoder.encode(this.signature));
    const token = await this.#getTimeStamp(createHash('sha256').update(stamped).digest());
    if (token.length < MIN_TOKEN_BYTES || token.length > MAX_TOKEN_BYTES)
      throw new Error(`A time stamp of ${token.length} bytes is not plausible`);
    const padding = this.#padding(token);
    if (padding < MIN_PADDING || padding > MAX_PADDING) throw new TokenSizeError(token.length);
    this.#token = token;
  }

  #padding(token: Uint8Array): number {
    return PADDING + lastTokenBytes - token.length;
  }

  #signed(bytes: Uint8Array): Buffer {
    const { hash, options } = ALGORITHMS[this.#algorithm];
    return sign(hash, bytes, { key: this.#key, ...options });
  }

  /** RFC 9052, 4.4. */
  #structure(context: string, payload: Uint8Array): Buffer {
    return CBORBox.encoder.encode([context, this.rawProtectedBucket, new Uint8Array(), payload]);
  }
}
