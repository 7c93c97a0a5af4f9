import type { Actor } from '../audit/actor.ts';
import { type Audit, recordInEnvironment } from '../audit/service.ts';
import type { Images } from '../photos/images.ts';
import type { PhotoRepository } from '../photos/repository.ts';
import { ImageRefusal } from '../photos/uploaded-image.ts';
import { type Clock, toWireTime } from '../platform/clock.ts';
import type { Database, Queries } from '../platform/db/database.ts';
import type { Owner, SlotImagePurpose, SlotImageRow } from '../platform/db/tables.ts';
import { notFound, ServiceError, validationError } from '../platform/errors.ts';
import type { Created, IdempotencyClaim, WriteOnce } from '../platform/http/idempotency.ts';
import { type Ids, isId } from '../platform/ids.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { planOf } from '../workspaces/plans.ts';
import type { WorkspaceRepository } from '../workspaces/repository.ts';
import { slotImageKey } from './keys.ts';
import type { SlotImageRepository } from './repository.ts';
import type { SlotImage } from './schema.ts';

/** Far longer than any upload takes. */
const RECORDED_WITHIN_MS = 3_600_000;

/** What an upload consists of, in order. */
export type SlotImageStep = 'image announced' | 'image stored' | 'image recorded' | 'image committed';

/** Told of every step: the tests end the process between any two of them. */
export type WatchSlotImageSteps = (step: SlotImageStep) => void;

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
  onStep?: WatchSlotImageSteps;
}) {
  const { database, repository, workspaces, photos, storage, images, writeOnce, audit, ids, clock } = deps;
  const { onStep = () => {} } = deps;

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

  async function requireRoom(trx: Queries, by: Owner): Promise<void> {
    const workspace = await workspaces.lock(trx, by.workspaceId);
    if (workspace === undefined) throw notFound('The workspace');
    const { slotImages: limit, name } = planOf(workspace.plan);
    if (limit === null || (await repository.count(trx, by)) < limit) return;
    throw new ServiceError(
      'plan_upgrade_required',
      `The ${name} plan allows ${limit} images. Delete one or upgrade the plan.`,
    );
  }

  return {
    toWire,
    list: repository.list,
    count: (owner: Owner): Promise<number> => repository.count(database.reader, owner),

    async find(owner: Owner, id: string): Promise<SlotImageRow> {
      const row = isId('slotImage', id) ? await repository.find(owner, id) : undefined;
      if (row === undefined) throw notFound('The image');
      return row;
    },

    /** Where the file lies that is shown at an address with this last part, and how long it is. */
    async findFile(file: string): Promise<{ key: string; bytes: number }> {
      const id = file.replace(/\.(jpg|png)$/, '');
      const row = isId('slotImage', id) ? await repository.findPublic(id) : undefined;
      if (row === undefined || slotImageKey(row) !== `slot-images/${file}`) throw notFound('The image');
      return { key: slotImageKey(row), bytes: row.bytes };
    },

    /**
     * The file is stored before the row that names it, and listed to be deleted before either: the transaction that writes
     * the row takes it off that list. Whatever goes wrong, no row is left without a file, and no file for ever.
     */
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
      const key = slotImageKey(row);
      await database.write((trx) =>
        photos.queueFileDeletions(trx, [key], row.created_at + RECORDED_WITHIN_MS),
      );
      onStep('image announced');
      await storage.putBytes(key, image.bytes, image.type);
      onStep('image stored');
      const created = await writeOnce(by, 'slot_images.create', claim, async (trx) => {
        await requireRoom(trx, by);
        if (!(await photos.cancelFileDeletion(trx, key)))
          throw new Error('The image took too long to be stored');
        await repository.insert(trx, row);
        await audit.record(trx, recordInEnvironment(by, 'slot_image.created', { id: row.id, name: purpose }));
        onStep('image recorded');
        return toWire(row);
      });
      onStep('image committed');
      return created;
    },

    /** Where it is used, nothing is shown in its place. */
    async delete(by: Actor & Owner, id: string): Promise<void> {
      if (!isId('slotImage', id)) throw notFound('The image');
      await database.write(async (trx) => {
        const deleted = await repository.delete(trx, by, id);
        if (deleted === undefined) throw notFound('The image');
        await photos.queueFileDeletions(trx, [slotImageKey(deleted)], clock());
        const subject = { id, name: deleted.purpose };
        await audit.record(trx, recordInEnvironment(by, 'slot_image.deleted', subject));
      });
    },
  };
}
