import type { Actor } from '../audit/actor.ts';
import { changesBetween } from '../audit/changes.ts';
import type { Audit } from '../audit/service.ts';
import { parseColor } from '../pages/colors.ts';
import type { Images } from '../photos/images.ts';
import type { PhotoRepository } from '../photos/repository.ts';
import { ImageRefusal } from '../photos/uploaded-image.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, Queries } from '../platform/db/database.ts';
import type { WorkspaceRow } from '../platform/db/tables.ts';
import { notFound, validationError } from '../platform/errors.ts';
import type { Random } from '../platform/random.ts';
import type { Storage } from '../platform/storage/storage.ts';
import type { WorkspaceRepository } from '../workspaces/repository.ts';
import { workspaceRecord } from '../workspaces/service.ts';

/** How a workspace looks on the customer's pages. What is absent stays; null goes back to the product's own look. */
export interface BrandChanges {
  color?: string | null;
  logo?: Buffer | null;
}

interface Changed {
  before: WorkspaceRow | undefined;
  changed: WorkspaceRow;
  /** Undefined: the logo stays as it is. */
  logoKey: string | null | undefined;
}

export type BrandService = ReturnType<typeof createBrandService>;

export function createBrandService(deps: {
  database: Database;
  repository: WorkspaceRepository;
  photos: PhotoRepository;
  storage: Storage;
  images: Images;
  audit: Audit;
  random: Random;
  clock: Clock;
}) {
  const { database, repository, photos, storage, images, audit, random, clock } = deps;

  async function storeLogo(logo: Buffer): Promise<string> {
    const { bytes: png } = await images.renderUpload(logo, 'logo').catch((error: unknown) => {
      throw error instanceof ImageRefusal ? validationError({ logo: [error.message] }) : error;
    });
    // Never the same name again: an earlier one may be queued for deletion.
    const key = `logos/${Buffer.from(random(16)).toString('hex')}.png`;
    await storage.putBytes(key, png, 'image/png');
    return key;
  }

  async function record(trx: Queries, by: Actor, { before, changed, logoKey }: Changed): Promise<void> {
    const details = changesBetween(
      { brand_color: before?.brand_color ?? null },
      { brand_color: changed.brand_color },
    );
    if (Object.keys(details).length > 0)
      await audit.record(trx, workspaceRecord(by, 'settings_changed', changed, details));
    if (logoKey !== undefined) {
      const verb = logoKey === null ? 'logo_removed' : 'logo_changed';
      await audit.record(trx, workspaceRecord(by, verb, changed));
    }
  }

  return {
    async change(by: Actor, workspaceId: string, { color, logo }: BrandChanges): Promise<WorkspaceRow> {
      const wanted = typeof color === 'string' ? parseColor(color) : null;
      if (wanted === undefined) {
        throw validationError({ color: ['Must be a hex color, such as #0b6170.'] });
      }
      if ((await repository.find(workspaceId)) === undefined) throw notFound('The workspace');
      const logoKey = logo === undefined || logo === null ? logo : await storeLogo(logo);
      const row = await database.write(async (trx) => {
        const before = await repository.lock(trx, workspaceId);
        const replaced = logoKey !== undefined && before?.logo_key !== logoKey ? before?.logo_key : null;
        if (replaced) await photos.queueFileDeletions(trx, [replaced], clock());
        const changed = await repository.update(trx, workspaceId, {
          ...(color === undefined ? {} : { brand_color: wanted }),
          ...(logoKey === undefined ? {} : { logo_key: logoKey }),
        });
        if (changed !== undefined) await record(trx, by, { before, changed, logoKey });
        return changed;
      });
      if (row === undefined) throw notFound('The workspace');
      return row;
    },
  };
}
