import type { z } from 'zod';
import type { Queries } from '../platform/db/database.ts';
import type { Owner, PhotoRequestRow } from '../platform/db/tables.ts';
import { type ErrorDetails, validationError } from '../platform/errors.ts';
import { text } from '../platform/http/fields.ts';
import { allowedOrigins, webUrl } from '../workspaces/origins.ts';
import type { WorkspaceRepository } from '../workspaces/repository.ts';

const FIELDS = ['return_url', 'cancel_url'] as const;
type Field = (typeof FIELDS)[number];

/** Where a customer goes afterwards; null: nowhere. */
export type ReturnUrls = Record<Field, string | null>;
type SentUrls = { [Name in Field]?: string | null | undefined };

const url = text(1, 2_000).refine((value) => webUrl(value) !== undefined, {
  error: 'Must be an https address without a name or password, such as https://shop.example.com/thanks.',
}) satisfies z.ZodType<string>;

const ITS_ORIGIN =
  'Its origin must be one of the allowed origins of your workspace. http only for localhost, in test.';

export const returnUrlFields = {
  return_url: url.nullish().meta({
    description: `Where the customer goes after submitting, with a signature in the query. ${ITS_ORIGIN}`,
  }),
  cancel_url: url.nullish().meta({
    description: `Where the customer goes who does not want to send photos now. ${ITS_ORIGIN}`,
  }),
};

export function returnUrlsColumn({ return_url = null, cancel_url = null }: SentUrls): string | null {
  return return_url === null && cancel_url === null ? null : JSON.stringify({ return_url, cancel_url });
}

export function returnUrlsOf({ return_urls }: Pick<PhotoRequestRow, 'return_urls'>): ReturnUrls {
  return return_urls === null ? { return_url: null, cancel_url: null } : JSON.parse(return_urls);
}

/**
 * Of what was sent; a template may name an origin that was taken off the list since, and then no one is sent there. The list
 * is looked at again whenever a page is shown.
 */
export async function requireAllowedUrls(
  trx: Queries,
  workspaces: Pick<WorkspaceRepository, 'find'>,
  owner: Owner,
  sent: SentUrls,
): Promise<void> {
  const named = FIELDS.flatMap((field) => (sent[field] == null ? [] : [{ field, url: sent[field] }]));
  if (named.length === 0) return;
  const workspace = await workspaces.find(owner.workspaceId, trx);
  const allowed = allowedOrigins(workspace?.allowed_origins ?? null, owner.environment);
  const details: ErrorDetails = {};
  for (const { field, url } of named) {
    const { origin, protocol } = new URL(url);
    if (protocol === 'http:' && owner.environment === 'live')
      details[field] = ['Must be an https address. http is for localhost, in the test environment.'];
    else if (!allowed.includes(origin))
      details[field] = [`${origin} isn’t an allowed origin of your workspace. Add it in the settings first.`];
  }
  if (Object.keys(details).length > 0) throw validationError(details);
}

/** The same once more, when a customer would go there. */
export function allowedReturnUrls(
  row: Pick<PhotoRequestRow, 'return_urls' | 'environment'>,
  origins: string | null,
): ReturnUrls {
  const urls = returnUrlsOf(row);
  const allowed = allowedOrigins(origins, row.environment);
  const ifAllowed = (url: string | null) =>
    url !== null && allowed.includes(webUrl(url)?.origin ?? '') ? url : null;
  return { return_url: ifAllowed(urls.return_url), cancel_url: ifAllowed(urls.cancel_url) };
}
