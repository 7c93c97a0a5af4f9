/**
 * A schema as plain facts, one each for every table, column, key, index, trigger and function: its kind and name, and what
 * it is like. Two schemas are the same when their facts are.
 */
export type SchemaFacts = Record<string, string>;

/** In the order of the names, so that a file of them changes only where the schema does. */
export function sortedFacts(facts: [name: string, value: string][]): SchemaFacts {
  return Object.fromEntries(facts.sort(([a], [b]) => (a < b ? -1 : 1)));
}
