import type { Identifier } from '@mdn/browser-compat-data';

export const partsOf = ({ __compat, ...parts }: Identifier = {}) => Object.entries(parts);

/** The first version of Safari on phones in which it needs neither a flag nor another name. */
export const cameWith = ({ __compat }: Identifier): number | undefined => {
  const support = __compat?.support.safari_ios;
  if (support === undefined) return undefined;
  const added = [support].flat().map(({ version_added, flags, prefix, alternative_name: other }) => {
    const isThere = typeof version_added === 'string' && (flags ?? prefix ?? other) === undefined;
    return isThere ? Number.parseFloat(version_added.replace('≤', '')) : Number.POSITIVE_INFINITY;
  });
  return Math.min(...added);
};
