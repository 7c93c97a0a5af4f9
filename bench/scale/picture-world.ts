import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { grayOf } from '../../src/photos/evidence/look.ts';
import { hashOf, spectrumOf } from '../../src/photos/evidence/perceptual-hash.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import { openDatabase } from '../../src/platform/db/open-database.ts';
import type { Owner, PhotoRow } from '../../src/platform/db/tables.ts';
import { openStorage } from '../../src/platform/storage/open-storage.ts';
import type { WholeService } from '../../test/helpers/app/whole-service.ts';
import type { Databases } from '../databases.ts';
import { benchServices, insertWorkspace } from '../services.ts';
import { fill } from './bulk-insert.ts';
import type { ChangedPicture } from './changed-pictures.ts';
import { submitted } from './population.ts';
import { similarPhotos } from './similar-photos.ts';

/** One workspace with so many photos, and among them the pictures that are looked for. */
export interface PictureWorld {
  rows: number;
  services: WholeService;
  owner: Owner;
  /** The stored photo of each picture. */
  stored: PhotoRow[];
  /** Requests that the measurement has created; they are gone after each round. */
  created: string[];
  close(): Promise<void>;
}

export async function openPictureWorld(
  { databases, folder }: { databases: Databases; folder: string },
  { rows, pictures }: { rows: number; pictures: ChangedPicture[] },
): Promise<PictureWorld> {
  const name = `pictures_${rows}`;
  const place = await databases.create(name);
  const dataDir = join(folder, `${name}-files`);
  mkdirSync(dataDir, { recursive: true });
  const storage = await openStorage({ storageUrl: undefined, dataDir });
  const open = async () => {
    const database = await openDatabase(place);
    return benchServices({ database, storage, secretKey: 'a key that only the benchmark uses' });
  };
  const empty = await open();
  await migrate(empty.database);
  const owner: Owner = { workspaceId: await insertWorkspace(empty), environment: 'live' };
  await empty.database.close();
  await fill(place, similarPhotos(owner, rows, Date.now()));
  const services = await open();
  const world: PictureWorld = {
    rows,
    services,
    owner,
    stored: [],
    created: [],
    async close() {
      await storage.close();
      await services.database.close();
    },
  };
  for (const { original } of pictures) {
    const photo = await newPhoto(world);
    const hash = hashOf(spectrumOf(grayOf(original))).toString('hex');
    world.stored.push(await store(world, { ...photo, hash }));
  }
  world.created.length = 0;
  return world;
}

/** A photo that is not stored yet, of a request that is. */
export async function newPhoto({ services, owner, created }: PictureWorld): Promise<PhotoRow> {
  const { requests, photos } = submitted(owner, 1, services.clock());
  await services.database.write((trx) => trx.insertInto('photo_requests').values(requests).execute());
  created.push(...requests.map(({ id }) => id));
  return photos[0] as PhotoRow;
}

/** As an upload does it. */
export async function store({ services }: PictureWorld, photo: PhotoRow): Promise<PhotoRow> {
  await services.database.write((trx) => services.photos.insert(trx, photo));
  return photo;
}

export async function deleteCreatedPhotos({ services, owner, created }: PictureWorld): Promise<void> {
  for (const requestId of created.splice(0)) {
    await services.database.write(async (trx) => {
      await services.photos.delete(trx, owner, { requestId }, services.clock());
      await trx.deleteFrom('photo_requests').where('id', '=', requestId).execute();
      await sql`delete from purges`.execute(trx);
    });
  }
}

/** What the lists take on the disk that photos are found by. */
export async function listedBytes({ services: { database } }: PictureWorld): Promise<number> {
  const query =
    database.engine === 'postgres'
      ? sql<{ bytes: number }>`select pg_total_relation_size('similarity_keys') as bytes`
      : sql<{ bytes: number }>`select sum(pgsize) as bytes from dbstat where name = 'similarity_keys'`;
  return Number((await query.execute(database.reader)).rows[0]?.bytes);
}
