/** What people and scanners put where an id belongs, as it stands in the address. */
export const STRANGE_IDS: [name: string, id: string][] = [
  ...[
    '%2e%2e%2f',
    '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
    '..%5c..%5cwindows',
    '%00',
    'req_%00',
    '%zz',
    '%',
    '%c3%28',
    '%ed%a0%80',
    'req_',
    'plink_',
    'null',
    '*',
    "'%20or%201=1--",
    '%F0%9F%93%B8',
  ].map((id): [string, string] => [id, id]),
  ['of 101 characters', 'x'.repeat(101)],
  ['of 8,000 characters', 'x'.repeat(8_000)],
  ['of 101 escaped characters', '%41'.repeat(101)],
];
