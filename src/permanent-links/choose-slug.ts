import type { Queries } from '../platform/db/database.ts';
import { validationError } from '../platform/errors.ts';
import type { Random } from '../platform/random.ts';
import { slugFromName, withSuffix } from './slug.ts';
import { countSlugs, takeSlug } from './slug-repository.ts';

const ATTEMPTS = 5;
/** More than there are things that a business puts a printed address on; a few calls at the same time may go beyond. */
const MAX_SLUGS = 100_000;

interface Claim {
  workspaceId: string;
  linkId: string;
}

/** Takes the slug that was asked for, or a free one derived from the name. */
export async function chooseSlug(
  trx: Queries,
  claim: Claim,
  wanted: { slug: string } | { name: string },
  random: Random,
): Promise<string> {
  const slug =
    'slug' in wanted
      ? await takeWanted(trx, claim, wanted.slug)
      : await takeDerived(trx, claim, wanted.name, random);
  // Counted with the new one: taking again what the workspace had adds none.
  if ((await countSlugs(trx, claim.workspaceId, MAX_SLUGS + 1)) > MAX_SLUGS) {
    const fault = `A workspace can have at most ${MAX_SLUGS.toLocaleString('en')} addresses, former ones included. Use one that it had before.`;
    throw validationError({ slug: [fault] });
  }
  return slug;
}

async function takeWanted(trx: Queries, { workspaceId, linkId }: Claim, slug: string): Promise<string> {
  if (await takeSlug(trx, workspaceId, slug, linkId)) return slug;
  throw validationError({ slug: ['This address is taken. Try another one.'] });
}

async function takeDerived(
  trx: Queries,
  { workspaceId, linkId }: Claim,
  name: string,
  random: Random,
): Promise<string> {
  const first = slugFromName(name, random);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const slug = attempt === 0 ? first : withSuffix(first, random);
    if (await takeSlug(trx, workspaceId, slug, linkId)) return slug;
  }
  throw new Error('No free slug was found for a permanent link');
}
