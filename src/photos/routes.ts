import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Clock } from '../platform/clock.ts';
import type { PhotoRow } from '../platform/db/tables.ts';
import { notFound, ServiceError } from '../platform/errors.ts';
import { SIGNED_LINK } from '../platform/http/access.ts';
import { type CorsOrigins, isAllowedOrigin, shareAcrossOrigins } from '../platform/http/cross-origin.ts';
import { isUnchanged } from '../platform/http/entity-tag.ts';
import type { App } from '../platform/http/typed-app.ts';
import { contentDisposition } from '../platform/storage/content-disposition.ts';
import type { ByteRange, Storage } from '../platform/storage/storage.ts';
import { parseRange } from './byte-range.ts';
import { IMAGE_POLICY } from './image-policy.ts';
import { photoKey, thumbnailKey } from './keys.ts';
import type { PhotoGrant, PhotoLinks } from './links.ts';
import type { PostponedDecoding } from './postponed-decoding.ts';
import type { PhotoRepository } from './repository.ts';
import { loadSamplePhoto, SAMPLE_PHOTO_ID } from './sample-photo.ts';
import { sealedFileOf } from './sealed-photo.ts';
import {
  type Acknowledged,
  openStored,
  requireStored,
  type StoredLength,
  storedPhotoChunks,
} from './stored-photo.ts';
import { thumbnailSize } from './thumbnail-size.ts';

/** A redirect to the bucket need only live as long as it takes to follow it. */
const PRESIGNED_SECONDS = 300;

const part = z.string().optional().catch(undefined);
/** `download` is not signed: whoever may see a photo may save it too. */
const linkQuery = z.object({ expires: part, signature: part, download: part });

/** Signed photo links (design part 4): the links of API responses and webhooks, and the thumbnails of the pages. */
export function photoRoutes(
  app: App,
  deps: {
    photoLinks: PhotoLinks;
    photos: Pick<PhotoRepository, 'findLinked'>;
    postponedDecoding: PostponedDecoding;
    storage: Storage;
    clock: Clock;
    /** What a photo is saved as, for those who download it. */
    fileNameOf(photo: PhotoRow): Promise<string>;
    /** Whose web pages may read photos by script. */
    corsOrigins: CorsOrigins;
  },
): void {
  const { photoLinks, photos, storage, clock, fileNameOf, corsOrigins } = deps;

  function readGrant(file: string, query: z.infer<typeof linkQuery>): PhotoGrant {
    const grant = photoLinks.read(file, query.expires ?? '', query.signature ?? '');
    if (grant === undefined) throw new ServiceError('link_invalid', 'This link is not valid.');
    if (grant === 'expired') throw linkExpired();
    return grant;
  }

  async function findPhoto({ photoId }: PhotoGrant): Promise<PhotoRow> {
    const photo = await photos.findLinked(photoId);
    if (photo === undefined) throw notFound('The photo');
    return photo;
  }

  /** Looked up only for a download: a photo on a page needs no name. */
  async function savedAs(photo: PhotoRow, { name, suffix }: Rendition, isDownload: boolean) {
    if (!isDownload) return { disposition: 'inline' as const, name };
    const plain = await fileNameOf(photo);
    return { disposition: 'attachment' as const, name: plain.replace(/\.jpg$/, `${suffix}.jpg`) };
  }

  async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    { grant, photo, isDownload }: { grant: PhotoGrant; photo: PhotoRow; isDownload: boolean },
  ) {
    const rendition = renditionOf(grant, photo);
    const { key, etag, whole } = rendition;
    const secondsLeft = Math.max(0, grant.expires - Math.floor(clock() / 1000));
    const lasting = { etag, 'cache-control': `private, max-age=${Math.min(secondsLeft, 3_600)}` };
    if (isUnchanged(request, etag)) return reply.code(304).headers(lasting).send();

    const saved = await savedAs(photo, rendition, isDownload);
    // Thumbnails are small, our own pages take images from here alone, and the bucket knows nothing of allowed origins.
    const isHere =
      request.headers['sec-fetch-site'] === 'same-origin' || isAllowedOrigin(request, corsOrigins);
    const presigned = whole !== undefined && !isHere ? await presign(key, saved) : undefined;
    if (presigned !== undefined)
      return reply.header('cache-control', 'private, no-store').redirect(presigned, 302);

    if (whole !== undefined) await requireStored(storage, whole);
    const bytes = whole?.bytes ?? (await thumbnailSize(deps, photo));
    // A range counts only while it is of the same bytes.
    const wanted = request.headers['if-range'];
    const range =
      wanted === undefined || wanted === etag ? parseRange(request.headers.range, bytes) : undefined;
    if (range === 'unsatisfiable') {
      return reply.code(416).header('content-range', `bytes */${bytes}`).send();
    }
    // A stream: of an empty body Fastify says that its length is 0.
    const file = { id: photo.id, key, bytes };
    const stream = request.method === 'HEAD' ? Readable.from([]) : await open(file, whole, range);
    if (range !== undefined) {
      reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${bytes}`);
    }
    return reply
      .headers({
        ...lasting,
        'accept-ranges': 'bytes',
        'content-type': 'image/jpeg',
        'content-security-policy': IMAGE_POLICY,
        'content-disposition': contentDisposition(saved.disposition, saved.name),
        'content-length': range === undefined ? bytes : range.end - range.start + 1,
      })
      .send(stream);
  }

  async function open(file: StoredLength, whole: Acknowledged | undefined, range: ByteRange | undefined) {
    if (whole !== undefined && range === undefined) return Readable.from(storedPhotoChunks(storage, whole));
    return openStored(storage, file, range);
  }

  const presign = (key: string, { name, disposition }: Awaited<ReturnType<typeof savedAs>>) =>
    storage.presign(key, {
      expiresInSeconds: PRESIGNED_SECONDS,
      downloadName: name,
      contentType: 'image/jpeg',
      disposition,
    });

  app.get(
    '/photos/:file',
    {
      ...shareAcrossOrigins(app, '/photos/:file', { access: SIGNED_LINK, origins: corsOrigins }),
      config: { access: SIGNED_LINK },
      schema: { params: z.object({ file: z.string() }), querystring: linkQuery },
    },
    async (request, reply) => {
      const grant = readGrant(request.params.file, request.query);
      const isDownload = request.query.download !== undefined;
      if (grant.photoId === SAMPLE_PHOTO_ID) return sendSample(reply as unknown as FastifyReply, isDownload);
      const photo = await findPhoto(grant);
      return send(request as FastifyRequest, reply as unknown as FastifyReply, { grant, photo, isDownload });
    },
  );
}

interface Rendition {
  key: string;
  etag: string;
  /** What it is saved as from a page. */
  name: string;
  /** By which the file of a download differs from the original's. */
  suffix: string;
  /** What its file must be; undefined for a thumbnail, which is created again when it is missing. */
  whole: Required<Acknowledged> | undefined;
}

function renditionOf({ variant }: PhotoGrant, photo: PhotoRow): Rendition {
  const { id, sha256, bytes } = photo;
  if (variant === 'thumbnail') {
    const [etag, suffix] = [`"${sha256}-thumbnail"`, '-thumbnail'];
    return { key: thumbnailKey(id), etag, name: `${id}.jpg`, suffix, whole: undefined };
  }
  const whole = variant === 'sealed' ? sealedFileOf(photo) : { id, sha256, bytes, key: photoKey(id) };
  if (whole === undefined) throw notFound('The sealed photo');
  const suffix = variant === 'sealed' ? '-sealed' : '';
  return { key: whole.key, etag: `"${whole.sha256}"`, name: `${id}${suffix}.jpg`, suffix, whole };
}

async function sendSample(reply: FastifyReply, isDownload: boolean) {
  const { jpeg, sha256 } = await loadSamplePhoto();
  return reply
    .headers({
      etag: `"${sha256}"`,
      'cache-control': 'private, max-age=3600',
      'content-type': 'image/jpeg',
      'content-security-policy': IMAGE_POLICY,
      'content-disposition': contentDisposition(
        isDownload ? 'attachment' : 'inline',
        `${SAMPLE_PHOTO_ID}.jpg`,
      ),
    })
    .send(jpeg);
}

/** It was valid once, so its bearer may know what to do. The status is that of a link which never was. */
function linkExpired(): ServiceError {
  const message = 'This link has expired. Read the photo request again to get a fresh one.';
  return new ServiceError('link_expired', message, { statusLike: 'link_invalid' });
}
