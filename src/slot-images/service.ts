import type { Actor } from '../audit/actor.ts';
import { type Audit, recordInEnvironment } from '../audit/service.ts';
import type { Images } from '../photos/images.ts';
import type { PhotoRepository } from '../photos/repository.ts';
import { ImageRefusal } from '../photos/uploaded-image.ts';
import { type Clock, toWireTime } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.ts';
import type { Owner, SlotImagePurpose, SlotImageRow } from '../platform/db/tables.ts';
import { notFound, ServiceError, validationError } from '../platform/errors.ts';
import type { Created, IdempotencyClaim, WriteOnce } from '../platform/http/idempotency.ts';
import { type Ids, isId } from '../platform/ids.ts';
import type { Storage } from '../platform/storage/storage.ts';
import type { WorkspaceRepository } from '../workspaces/repository.ts';
import { slotImageKey } from './keys.ts';
import type { SlotImageRepository } from './repository.ts';
import type { SlotImage } from './schema.ts';

/** Enough for every slot of many templates, and a bound to what a workspace fills the storage with. */
const MAX_IMAGES = 500;

export type SlotImageService = ReturnType<typeof createSlotImageService>;

export function createSlotImageService(deps: {
  database: Database;
  repository: SlotImageRepository;
  workspaces: WorkspaceRepository;
  photos: PhotoRepository;
  storage: Storage;
  images: Images;
  writeOnce: WriteOnce;
  audit: Audit;
  ids: Ids;
  clock: Clock;
  publicUrl: string;
}) {
  const { database, repository, workspaces, photos, storage, images, writeOnce, audit, ids, clock } = deps;

  function toWire(row: SlotImageRow): SlotImage {
    return {
      id: row.id,
      purpose: row.purpose,
      url: new URL(slotImageKey(row), deps.publicUrl).href,
      width: row.width,
      height: row.height,
      bytes: row.bytes,
      created_at: toWireTime(row.created_at),
    };
  }

  return {
    toWire,
    list: repository.list,

    async find(owner: Owner, id: string): Promise<SlotImageRow> {
      const row = isId('slotImage', id) ? await repository.find(owner, id) : undefined;
      if (row === undefined) throw notFound('The image');
      return row;
    },

    /** The file is stored before the row that names it: of a crash in between nothing is left but a file. */
    async upload(
      by: Actor & Owner,
      { purpose, body }: { purpose: SlotImagePurpose; body: unknown },
      claim?: IdempotencyClaim,
    ): Promise<Created<SlotImage>> {
      if (!Buffer.isBuffer(body) || body.length === 0)
        throw validationError({ image: ['Must be a PNG or JPEG image, sent as the body.'] });
      const image = await images.renderUpload(body, purpose).catch((error: unknown) => {
        throw error instanceof ImageRefusal ? validationError({ image: [error.message] }) : error;
      });
      const row = {
        id: ids.next('slotImage'),
        workspace_id: by.workspaceId,
        environment: by.environment,
        purpose,
        width: image.width,
        height: image.height,
        bytes: image.bytes.length,
        created_at: clock(),
      } satisfies SlotImageRow;
      await storage.putBytes(slotImageKey(row), image.bytes, image.type);
      const abandon = () =>
        database.write((trx) => photos.purgeKeys(trx, [slotImageKey(row)], clock())).catch(() => {});
      const created = await writeOnce(by, 'slot_images.create', claim, async (trx) => {
        await workspaces.lock(trx, by.workspaceId);
        if ((await repository.count(trx, by)) >= MAX_IMAGES) throw tooMany();
        await repository.insert(trx, row);
        await audit.record(trx, recordInEnvironment(by, 'slot_image.created', { id: row.id, name: purpose }));
        return toWire(row);
      }).catch(async (error: unknown) => {
        // Of any other failure it is not known whether the row was written.
        if (error instanceof ServiceError) await abandon();
        throw error;
      });
      // An earlier call with the same key has stored one of its own.
      if (created.data.id !== row.id) await abandon();
      return created;
    },

    /** Where it is used, nothing is shown in its place. */
    async delete(by: Actor & Owner, id: string): Promise<void> {
      if (!isId('slotImage', id)) throw notFound('The image');
      await database.write(async (trx) => {
        const deleted = await repository.delete(trx, by, id);
        if (deleted === undefined) throw notFound('The image');
        await photos.purgeKeys(trx, [slotImageKey(deleted)], clock());
        const subject = { id, name: deleted.purpose };
        await audit.record(trx, recordInEnvironment(by, 'slot_image.deleted', subject));
      });
    },
  };
}

function tooMany(): ServiceError {
  return validationError({ image: [`A workspace can have ${MAX_IMAGES} images. Delete one first.`] });
}
