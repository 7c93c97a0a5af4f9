import type { PageData } from '../../src/capture/pages/page-data.ts';

/** By which the phone keeps what belongs to a page. What was taken in one round has no place in the next. */
export function pageKeyOf({ kind, key, request: { round } }: PageData): string {
  return round > 1 ? `${kind}:${key}:${round}` : `${kind}:${key}`;
}

/** Under which the answers to its questions are kept. */
export function answersKeyOf(page: PageData): string {
  return `shutterpost:answers:${pageKeyOf(page)}`;
}
