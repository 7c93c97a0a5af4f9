import { createHash } from 'node:crypto';
import type { Queries } from '../platform/db/database.ts';

/** Slugs that went with their workspace: printed addresses outlive it, and must not lead to another business. */
export async function retireSlugs(trx: Queries, slugs: string[]): Promise<void> {
  if (slugs.length === 0) return;
  await trx
    .insertInto('retired_slugs')
    .values(slugs.map((slug) => ({ slug_hash: hashOf(slug) })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function isRetired(trx: Queries, slug: string): Promise<boolean> {
  const found = await trx
    .selectFrom('retired_slugs')
    .select('slug_hash')
    .where('slug_hash', '=', hashOf(slug))
    .executeTakeFirst();
  return found !== undefined;
}

function hashOf(slug: string): string {
  return createHash('sha256').update(slug).digest('hex');
}
