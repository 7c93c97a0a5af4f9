const SETS: Record<string, string[]> = {
  customer: ['./screenshots.ts', './mail-previews.ts'],
  app: ['./app-screenshots.ts'],
};

// All pictures in docs/images, one after the other: `npm run screenshots`, or those of one set: `npm run screenshots app`.
const [chosen, ...pages] = process.argv.slice(2);
if (chosen !== undefined && SETS[chosen] === undefined)
  throw new Error(`There is no set ${chosen}; there are ${Object.keys(SETS).join(' and ')}`);
// Each script reads its own arguments.
process.argv.splice(2, process.argv.length, ...pages);
for (const script of SETS[chosen ?? ''] ?? Object.values(SETS).flat()) await import(script);
