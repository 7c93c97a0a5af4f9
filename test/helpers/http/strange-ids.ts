import { wordsOf } from '../words.ts';
/** What people and scanners put where an id belongs, as it stands in the address. */
export const STRANGE_IDS: [name: string, id: string][] = [
  ...[
    ...wordsOf(`
      none %2e%2e%2f %2e%2e%2fstats ..%2F..%2Fworkspaces %2e%2e%2f%2e%2e%2fetc%2fpasswd ..%5c..%5cwindows
      %00 req_%00 %zz % %25 %c3%28 %ed%a0%80 req_ plink_
    `),
    `req_${'0'.repeat(28)}`,
    `plink_${'0'.repeat(28)}`,
    'null',
    '*',
    "'%20or%201=1--",
    '%F0%9F%93%B8',
  ].map((id): [string, string] => [id, id]),
  ['of 90 characters', 'x'.repeat(90)],
  ['of 101 characters', 'x'.repeat(101)],
  ['of 15,000 characters', 'x'.repeat(15_000)],
  ['of 15,000 percent signs', '%'.repeat(15_000)],
  ['of 101 escaped characters', '%41'.repeat(101)],
];
