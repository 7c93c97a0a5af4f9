import type { SearchEntry } from './search-entries.ts';

const MAX_RESULTS = 12;
const EXCERPT_LENGTH = 140;

export interface SearchResult extends SearchEntry {
  excerpt: string;
}

/** Sections that have every word, those first that have them in a heading. */
export function findSections(entries: SearchEntry[], query: string): SearchResult[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean).map(stemOf);
  if (words.length === 0) return [];
  return entries
    .map((entry) => ({ entry, score: scoreOf(entry, words) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, MAX_RESULTS)
    .map(({ entry }) => ({ ...entry, excerpt: excerptOf(entry.text, words) }));
}

/** "retry", "retries" and "retried" are found by each other. */
function stemOf(word: string): string {
  return word.length < 5 ? word : word.replace(/(?:ies|ied|ing|ed|es|s|y|e)$/, '');
}

function scoreOf({ page, heading, text }: SearchEntry, words: string[]): number {
  const places = [
    { words: heading.toLowerCase(), weight: 8 },
    { words: page.toLowerCase(), weight: 4 },
    { words: text.toLowerCase(), weight: 1 },
  ];
  const scores = words.map((word) =>
    places.reduce((sum, place) => sum + (place.words.includes(word) ? place.weight : 0), 0),
  );
  return scores.includes(0) ? 0 : scores.reduce((sum, score) => sum + score, 0);
}

/** The text around the first of the words. */
function excerptOf(text: string, words: string[]): string {
  const lower = text.toLowerCase();
  const found = words.map((word) => lower.indexOf(word)).filter((at) => at >= 0);
  const first = found.length === 0 ? 0 : Math.min(...found);
  const start = first < EXCERPT_LENGTH / 2 ? 0 : text.indexOf(' ', first - EXCERPT_LENGTH / 2) + 1;
  const cut = text.slice(start, start + EXCERPT_LENGTH);
  return `${start > 0 ? '… ' : ''}${cut}${start + EXCERPT_LENGTH < text.length ? ' …' : ''}`;
}
