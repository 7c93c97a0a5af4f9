import { createHash } from 'node:crypto';
import type { Queries } from '../platform/db/database.ts';

/**
 * Takes a slug for a link; false when it belongs to another one. A slug of a deleted link can only be taken again
 * by the workspace that had it.
 */
export async function takeSlug(
  trx: Queries,
  workspaceId: string,
  slug: string,
  linkId: string,
): Promise<boolean> {
  const taken = await trx
    .insertInto('permanent_link_slugs')
    .values({ slug, workspace_id: workspaceId, permanent_link_id: linkId })
    .onConflict((conflict) =>
      conflict
        .column('slug')
        .doUpdateSet({ permanent_link_id: linkId })
        .where('permanent_link_slugs.workspace_id', '=', workspaceId)
        .where((eb) =>
          eb.or([
            eb('permanent_link_slugs.permanent_link_id', 'is', null),
            eb('permanent_link_slugs.permanent_link_id', '=', linkId),
          ]),
        ),
    )
    .returning('slug')
    .executeTakeFirst();
  if (taken === undefined || !(await isRetired(trx, slug))) return taken !== undefined;
  await trx.deleteFrom('permanent_link_slugs').where('slug', '=', slug).execute();
  return false;
}

/** How many the workspace has ever taken; counting ends at `max`. */
export async function countSlugs(trx: Queries, workspaceId: string, max: number): Promise<number> {
  const { count } = await trx
    .selectFrom((eb) =>
      eb
        .selectFrom('permanent_link_slugs')
        .select('slug')
        .where('workspace_id', '=', workspaceId)
        .limit(max)
        .as('taken'),
    )
    .select(trx.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** One batch: printed addresses outlive their workspace, and must not lead to another business. */
export async function retireSlugsOfWorkspace(
  trx: Queries,
  workspaceId: string,
  limit: number,
): Promise<number> {
  const gone = await trx
    .deleteFrom('permanent_link_slugs')
    .where('slug', 'in', (eb) =>
      eb
        .selectFrom('permanent_link_slugs')
        .select('slug')
        .where('workspace_id', '=', workspaceId)
        .limit(limit),
    )
    .returning('slug')
    .execute();
  if (gone.length === 0) return 0;
  await trx
    .insertInto('retired_slugs')
    .values(gone.map(({ slug }) => ({ slug_hash: hashOf(slug) })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return gone.length;
}

async function isRetired(trx: Queries, slug: string): Promise<boolean> {
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
