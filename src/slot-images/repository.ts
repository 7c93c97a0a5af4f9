import type { Database, Queries } from '../platform/db/database.ts';
import { newestFirst } from '../platform/db/planner-hints.ts';
import { type Owner, ownerColumns, type SlotImagePurpose, type SlotImageRow } from '../platform/db/tables.ts';
import type { Page } from '../platform/http/pages.ts';

export type SlotImageRepository = ReturnType<typeof createSlotImageRepository>;

export function createSlotImageRepository(database: Database) {
  return {
    /** Newest first, one row more than the page holds. */
    list(
      owner: Owner,
      { purpose }: { purpose?: SlotImagePurpose | undefined },
      { after, limit }: Page,
    ): Promise<SlotImageRow[]> {
      return database.reader
        .selectFrom('slot_images')
        .selectAll()
        .where((eb) => eb.and(ownerColumns(owner)))
        .$if(purpose !== undefined, (q) => q.where('purpose', '=', purpose as SlotImagePurpose))
        .$if(after !== null, (q) => q.where('id', '<', after as string))
        .orderBy('id', newestFirst)
        .limit(limit + 1)
        .execute();
    },

    find(owner: Owner, id: string): Promise<SlotImageRow | undefined> {
      return database.reader
        .selectFrom('slot_images')
        .selectAll()
        .where((eb) => eb.and({ ...ownerColumns(owner), id }))
        .executeTakeFirst();
    },

    /** For whoever has its address, which is public. */
    findPublic(id: string): Promise<SlotImageRow | undefined> {
      return database.reader.selectFrom('slot_images').selectAll().where('id', '=', id).executeTakeFirst();
    },

    /** What those of them are for that there are. */
    async purposesOf(
      trx: Queries,
      owner: Owner,
      ids: string[],
    ): Promise<ReadonlyMap<string, SlotImagePurpose>> {
      const rows = await trx
        .selectFrom('slot_images')
        .select(['id', 'purpose'])
        .where((eb) => eb.and(ownerColumns(owner)))
        .where('id', 'in', ids)
        .execute();
      return new Map(rows.map(({ id, purpose }) => [id, purpose]));
    },

    async count(trx: Queries, owner: Owner): Promise<number> {
      const { count } = await trx
        .selectFrom('slot_images')
        .select(trx.fn.countAll<number>().as('count'))
        .where((eb) => eb.and(ownerColumns(owner)))
        .executeTakeFirstOrThrow();
      return count;
    },

    async insert(trx: Queries, row: SlotImageRow): Promise<void> {
      await trx.insertInto('slot_images').values(row).execute();
    },

    delete(trx: Queries, owner: Owner, id: string): Promise<SlotImageRow | undefined> {
      return trx
        .deleteFrom('slot_images')
        .where((eb) => eb.and({ ...ownerColumns(owner), id }))
        .returningAll()
        .executeTakeFirst();
    },

    /** One batch of a workspace's rows, for whoever also deletes their files. */
    async deleteOfWorkspace(trx: Queries, workspaceId: string, limit: number): Promise<SlotImageRow[]> {
      const ids = trx
        .selectFrom('slot_images')
        .select('id')
        .where('workspace_id', '=', workspaceId)
        .limit(limit);
      return trx.deleteFrom('slot_images').where('id', 'in', ids).returningAll().execute();
    },
  };
}
