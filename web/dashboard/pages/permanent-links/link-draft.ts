import type { z } from 'zod';
import type {
  createPermanentLinkBody,
  PermanentLink,
  updatePermanentLinkBody,
} from '../../../../src/permanent-links/schema.ts';
import type { Template } from '../../../../src/templates/schema.ts';
import {
  type ContentDraft,
  contentChanges,
  draftContent,
  EMPTY_CONTENT,
  newContent,
} from '../photo-requests/parts/content/content-draft.ts';
import { momentOf, toTimestamp, wallTime } from '../photo-requests/parts/zoned-time.ts';

export type NewLinkBody = z.input<typeof createPermanentLinkBody>;
export type LinkChanges = z.input<typeof updatePermanentLinkBody>;

export interface LinkDraft extends ContentDraft, Record<string, unknown> {
  name: string;
  slug: string;
  is_active: boolean;
  /** The wall clock of the workspace; empty: never. */
  expires_at: string;
  max_submissions: number | '';
  daily_limit_per_address: number | '';
  /** Empty: none, or as it is when the link has one. */
  access_code: string;
  asks_for_code: boolean;
  requires_approval: boolean;
}

export const EMPTY_LINK: LinkDraft = {
  ...EMPTY_CONTENT,
  name: '',
  slug: '',
  is_active: true,
  expires_at: '',
  max_submissions: '',
  daily_limit_per_address: '',
  access_code: '',
  asks_for_code: false,
  requires_approval: false,
};

/** What the template says of links too. */
export function draftFromTemplate(template: Template): LinkDraft {
  return { ...EMPTY_LINK, ...draftContent(template) };
}

export function draftOf(link: PermanentLink, timeZone: string): LinkDraft {
  return {
    ...draftContent(link),
    name: link.name,
    slug: link.slug,
    is_active: link.is_active,
    expires_at: link.expires_at === null ? '' : wallTime(Date.parse(link.expires_at), timeZone),
    max_submissions: link.max_submissions ?? '',
    daily_limit_per_address: link.daily_limit_per_address ?? '',
    access_code: '',
    asks_for_code: link.has_access_code,
    requires_approval: link.requires_approval,
  };
}

export function expiryOf({ expires_at }: LinkDraft, timeZone: string): string | null {
  const at = expires_at === '' ? null : momentOf(expires_at, timeZone);
  return at === null ? null : toTimestamp(at);
}

/** Only what was filled in, or what differs from the template. The name stands in where nothing was written. */
export function newLinkBody(
  draft: LinkDraft,
  timeZone: string,
  template: Template | null = null,
): NewLinkBody {
  const { name, slug, max_submissions, daily_limit_per_address, is_active } = draft;
  const { instructions, ...content } = contentOf(draft, template);
  return {
    name: name.trim(),
    is_active,
    ...(template !== null && { template_id: template.id }),
    ...(slug.trim() !== '' && { slug: slug.trim() }),
    ...(instructions !== undefined && instructions !== '' && { instructions }),
    ...content,
    ...(draft.expires_at !== '' && { expires_at: expiryOf(draft, timeZone) }),
    ...(max_submissions !== '' && { max_submissions }),
    ...(daily_limit_per_address !== '' && { daily_limit_per_address }),
    ...(draft.asks_for_code && { access_code: draft.access_code.trim() }),
    ...(draft.requires_approval && { requires_approval: true }),
  };
}

function contentOf(draft: LinkDraft, template: Template | null) {
  if (template === null) return newContent(draft);
  // Without any words the template's would come back.
  const instructions = draft.instructions.trim() === '' ? draft.name : draft.instructions;
  return contentChanges({ ...draft, instructions }, draftFromTemplate(template));
}

/** Only what differs: two people who edit different fields at once keep both changes. */
export function linkChanges(draft: LinkDraft, link: PermanentLink, timeZone: string): LinkChanges {
  const before = draftOf(link, timeZone);
  const changes: LinkChanges = contentChanges(draft, before);
  if (draft.name.trim() !== link.name) changes.name = draft.name.trim();
  if (draft.slug.trim() !== link.slug) changes.slug = draft.slug.trim();
  if (draft.is_active !== link.is_active) changes.is_active = draft.is_active;
  if (draft.expires_at !== before.expires_at) changes.expires_at = expiryOf(draft, timeZone);
  if (draft.max_submissions !== before.max_submissions)
    changes.max_submissions = numberOrNull(draft.max_submissions);
  if (draft.daily_limit_per_address !== before.daily_limit_per_address)
    changes.daily_limit_per_address = numberOrNull(draft.daily_limit_per_address);
  const code = draft.access_code.trim();
  if (!draft.asks_for_code && link.has_access_code) changes.access_code = null;
  else if (draft.asks_for_code && (code !== '' || !link.has_access_code)) changes.access_code = code;
  if (draft.requires_approval !== link.requires_approval) changes.requires_approval = draft.requires_approval;
  return changes;
}

function numberOrNull(typed: number | ''): number | null {
  return typed === '' ? null : typed;
}

/** What someone types becomes an address as they type: spaces and accents would only be refused. */
export function slugFrom(typed: string): string {
  return typed
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 30);
}
