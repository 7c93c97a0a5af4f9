/** A pair while it is edited. */
export interface DraftPair {
  key: number;
  name: string;
  value: string;
}

let lastKey = 0;

export function draftPair(name = '', value = ''): DraftPair {
  lastKey += 1;
  return { key: lastKey, name, value };
}

export function draftPairs(metadata: Record<string, string>): DraftPair[] {
  return Object.entries(metadata).map(([name, value]) => draftPair(name, value));
}

/** Rows without a name are rows that no one filled in. */
export function metadataToSend(pairs: DraftPair[]): Record<string, string> {
  const named = pairs.filter(({ name }) => name.trim() !== '');
  return Object.fromEntries(named.map(({ name, value }) => [name.trim(), value]));
}
