import { parseColor } from '../pages/colors.ts';
import type { Images } from '../photos/images.ts';
import { LogoRefusal } from '../photos/logo-rules.ts';
import type { PhotoRepository } from '../photos/repository.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, Queries } from '../platform/db/database.ts';
import type { WorkspaceRow } from '../platform/db/tables.ts';
import { notFound, validationError } from '../platform/errors.ts';
import type { Random } from '../platform/random.ts';
import type { Storage } from '../platform/storage/storage.ts';
import type { WorkspaceRepository } from '../workspaces/repository.ts';

/** How a workspace looks on the customer's pages. What is absent stays; null goes back to the product's own look. */
export interface BrandChanges {
  color?: string | null;
  logo?: Buffer | null;
}

export type BrandService = ReturnType<typeof createBrandService>;

export function createBrandService(deps: {
  database: Database;
  repository: WorkspaceRepository;
  photos: PhotoRepository;
  storage: Storage;
  images: Images;
  random: Random;
  clock: Clock;
}) {
  const { database, repository, photos, storage, images, random, clock } = deps;

  async function storeLogo(logo: Buffer): Promise<string> {
    const png = await images.renderLogo(logo).catch((error: unknown) => {
      throw error instanceof LogoRefusal ? validationError({ logo: [error.message] }) : error;
    });
    // Never the same name again: an earlier one may be on the purge list.
    const key = `logos/${Buffer.from(random(16)).toString('hex')}.png`;
    await storage.putBytes(key, png, 'image/png');
    return key;
  }

  return {
    /** `also` runs in the transaction that changes it, for what is noted about it. */
    async change(
      workspaceId: string,
      { color, logo }: BrandChanges,
      also: (trx: Queries) => Promise<void> = async () => {},
    ): Promise<WorkspaceRow> {
      const wanted = typeof color === 'string' ? parseColor(color) : null;
      if (wanted === undefined) {
        throw validationError({ color: ['Must be a colour like #0b6170.'] });
      }
      if ((await repository.find(workspaceId)) === undefined) throw notFound('The workspace');
      const logoKey = logo === undefined || logo === null ? logo : await storeLogo(logo);
      const row = await database.write(async (trx) => {
        const before = await repository.lock(trx, workspaceId);
        const replaced = logoKey !== undefined && before?.logo_key !== logoKey ? before?.logo_key : null;
        if (replaced) await photos.purgeKeys(trx, [replaced], clock());
        await also(trx);
        return repository.update(trx, workspaceId, {
          ...(color === undefined ? {} : { brand_color: wanted }),
          ...(logoKey === undefined ? {} : { logo_key: logoKey }),
        });
      });
      if (row === undefined) throw notFound('The workspace');
      return row;
    },
  };
}
