import type { Database } from '../platform/db/database.ts';
import { type Owner, ownerColumns, type PhotoRequestRow } from '../platform/db/tables.ts';

export type OverviewRepository = ReturnType<typeof createOverviewRepository>;

export function createOverviewRepository(database: Database) {
  return {
    newestSubmissions(owner: Owner, limit: number): Promise<PhotoRequestRow[]> {
      return database.reader
        .selectFrom('photo_requests')
        .selectAll()
        .where((eb) => eb.and(ownerColumns(owner)))
        .where('submitted_at', 'is not', null)
        .orderBy('submitted_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
    },
  };
}
