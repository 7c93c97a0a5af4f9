import { type Random, randomText } from '../platform/random.ts';

export const SLUG = /^[a-z0-9](?:[a-z0-9-]{1,28})[a-z0-9]$/;
const MAX_LENGTH = 30;
const SUFFIX_LENGTH = 5;
const ALPHABET = '23456789abcdefghjkmnpqrstvwxyz';

/** A readable address from a name: accents fall away, everything else that is not a letter or digit becomes a dash. */
export function slugFromName(name: string, random: Random): string {
  const slug = cut(
    name
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-'),
    MAX_LENGTH,
  );
  return SLUG.test(slug) ? slug : withSuffix(slug === '' ? 'link' : slug, random);
}

/** Another one, when that is taken. */
export function withSuffix(slug: string, random: Random): string {
  const stem = cut(slug, MAX_LENGTH - SUFFIX_LENGTH - 1);
  return `${stem}-${randomText(random, ALPHABET, SUFFIX_LENGTH)}`;
}

function cut(slug: string, length: number): string {
  return slug.replace(/^-+/, '').slice(0, length).replace(/-+$/, '');
}
