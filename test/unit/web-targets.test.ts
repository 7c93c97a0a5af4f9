import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import bcd from '@mdn/browser-compat-data' with { type: 'json' };
import type { Identifier } from '@mdn/browser-compat-data';
import { parseAst } from 'vite';
import { describe, expect, it } from 'vitest';
import { PROJECT_ROOT } from '../helpers/process/child-process.ts';

/** What Vite compiles for is syntax alone; what the language's own objects can do, no one adds. */
const BUILDS = [
  { name: 'the customer pages', folder: 'web/dist/assets', safari: 15 },
  { name: 'the web application', folder: 'web/dist/app/assets', safari: 16 },
];

/** Methods of ours, of libraries and of the console, whose names younger built-in objects have too. */
const SAME_NAMES = new Set(['adopt', 'take', 'move', 'use', 'toArray', 'error']);

/** Names of functions that no built-in object of that Safari has. */
function namesMissingIn(safari: number): Set<string> {
  const known = new Set<string>();
  const missing = new Set<string>();
  const visit = (name: string, feature: Identifier) => {
    for (const [part, inner] of Object.entries(feature))
      if (part !== '__compat') visit(part, inner as Identifier);
    const support = feature.__compat?.support.safari_ios;
    if (support === undefined || !/^[a-z]\w*$/i.test(name)) return;
    const added = (Array.isArray(support) ? support : [support]).map(({ version_added: version }) =>
      typeof version === 'string' ? Number.parseFloat(version.replace('≤', '')) : Number.POSITIVE_INFINITY,
    );
    (Math.min(...added) <= safari ? known : missing).add(name);
  };
  for (const [name, feature] of Object.entries(bcd.javascript.builtins ?? {}))
    visit(name, feature as Identifier);
  return missing.difference(known);
}

interface Node {
  type: string;
  [part: string]: unknown;
}

/** `list.at(…)`, `Object.hasOwn(…)`: called without a look whether it is there. */
function calledNames(code: string): Set<string> {
  const names = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const node = value as Node;
    if (node.type === 'CallExpression' && node.optional !== true) {
      const callee = node.callee as Node & { property?: Node & { name?: string } };
      if (callee.type === 'MemberExpression' && callee.computed !== true)
        names.add(callee.property?.name ?? '');
    }
    Object.values(node).forEach(visit);
  };
  visit(parseAst(code));
  return names;
}

describe.each(BUILDS)('the built files of $name', ({ folder, safari }) => {
  it(`should call nothing that Safari ${safari} lacks`, () => {
    const missing = namesMissingIn(safari);
    expect(missing).toContain('withResolvers');
    // The official reader of seals needs a newer Safari anyway, and the page says so to an older one.
    const isMeant = (name: string) => name.endsWith('.js') && !name.startsWith('checker.worker');
    const files = readdirSync(join(PROJECT_ROOT, folder)).filter(isMeant);
    expect(files.length).toBeGreaterThan(1);
    const found = files.flatMap((file) => {
      const called = calledNames(readFileSync(join(PROJECT_ROOT, folder, file), 'utf8'));
      return [...called.intersection(missing).difference(SAME_NAMES)].map((name) => `${file}: ${name}`);
    });
    expect(found).toEqual([]);
  });
});
