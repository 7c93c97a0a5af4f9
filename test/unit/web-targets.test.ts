import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import bcd from '@mdn/browser-compat-data' with { type: 'json' };
import type { Identifier } from '@mdn/browser-compat-data';
import { parseAst } from 'vite';
import { describe, expect, it } from 'vitest';
import { PROJECT_ROOT } from '../helpers/process/child-process.ts';

/** What Vite compiles for is syntax alone; what the browser's own objects can do, no one adds. */
const BUILDS = [
  { name: 'the customer pages', folder: 'web/dist/assets', files: /^(?!index-)/, safari: 15 },
  { name: 'the element for other sites', folder: 'web/dist/assets', files: /^index-/, safari: 16.4 },
  { name: 'the web application', folder: 'web/dist/app/assets', files: /^/, safari: 16 },
  { name: 'the documentation', folder: 'web/dist/docs/assets', files: /^/, safari: 16 },
];

/** Methods of ours, of libraries and of the console, whose names younger objects of the browser have too. */
const SAME_NAMES = new Set(
  'adopt changed destroy error isActive lost move subscribe take takePhoto toArray use'.split(' '),
);

/** Called only where it is there. */
const GUARDED = [
  // An example is offered only where there are dialogs.
  'slot-guide: .showModal',
  // Safari has had `permissions` for as long.
  'main: .query',
  // React and its router look for view transitions first.
  ' .startViewTransition',
  ' .skipTransition',
];

const partsOf = ({ __compat, ...parts }: Identifier = {}) => Object.entries(parts);

const cameWith = ({ __compat }: Identifier): number | undefined => {
  const support = __compat?.support.safari_ios;
  if (support === undefined) return undefined;
  const added = [support].flat().map(({ version_added, flags, prefix, alternative_name: other }) => {
    const isThere = typeof version_added === 'string' && (flags ?? prefix ?? other) === undefined;
    return isThere ? Number.parseFloat(version_added.replace('≤', '')) : Number.POSITIVE_INFINITY;
  });
  return Math.min(...added);
};

/**
 * What that Safari lacks, spelled as `callsIn` does. A method is only missing when no object had one of that name; of what Safari
 * has not even today, methods of the page's objects are left out, since their names are too often words of ours.
 */
function missingIn(safari: number): Set<string> {
  const known = new Set<string>();
  const missing = new Set<string>();
  const note = (call: string, feature: Identifier) => {
    const version = cameWith(feature);
    if (version !== undefined) (version <= safari ? known : missing).add(call);
  };
  const noteMethods = (name: string, feature: Identifier) => {
    note(`.${name}`, feature);
    for (const [part, inner] of partsOf(feature)) {
      note(`${name}.${part}`, inner);
      noteMethods(part, inner);
    }
  };
  for (const [name, feature] of partsOf(bcd.javascript.builtins)) {
    noteMethods(name, feature);
    note(`new ${name}`, feature);
  }
  for (const [name, feature] of partsOf(bcd.api)) {
    note(name, feature);
    note(`new ${name}`, feature[name] ?? feature);
    for (const [part, inner] of partsOf(feature)) {
      const [method, isStatic] = part.split('_static');
      if (isStatic !== undefined) note(`${name}.${method}`, inner);
      else if (Number.isFinite(cameWith(inner))) note(`.${method}`, inner);
      if (name === 'Window') note(part, inner);
    }
  }
  return missing.difference(known);
}

interface Node {
  type: string;
  [part: string]: unknown;
}

/** `.at`, `Object.hasOwn`, `new ResizeObserver`, `structuredClone`: called without a look whether it is there. */
function callsIn(code: string): Set<string> {
  const calls = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const node = value as Node;
    if (node.type === 'NewExpression') calls.add(`new ${nameOf(node.callee)}`);
    if (node.type === 'CallExpression' && node.optional !== true) {
      const { object, property, computed } = node.callee as Node;
      calls.add(nameOf(node.callee));
      if (computed === false) calls.add(`.${nameOf(property)}`).add(`${nameOf(object)}.${nameOf(property)}`);
    }
    Object.values(node).forEach(visit);
  };
  visit(parseAst(code));
  return calls;
}

const nameOf = (node: unknown) => String((node as Node & { name?: string }).name ?? '');

describe.each(BUILDS)('the built files of $name', ({ folder, files, safari }) => {
  it(`should call nothing that Safari ${safari} lacks`, () => {
    const missing = missingIn(safari);
    const sure = [
      '.withResolvers',
      'Promise.try',
      'AbortSignal.any',
      'new BarcodeDetector',
      'requestIdleCallback',
    ];
    expect([...missing]).toEqual(expect.arrayContaining(sure));
    // The official reader of seals needs a newer Safari anyway, and the page says so to an older one.
    const isMeant = (name: string) => /^(?!checker\.worker).*\.js$/.test(name) && files.test(name);
    const scripts = readdirSync(join(PROJECT_ROOT, folder)).filter(isMeant);
    expect(scripts).not.toEqual([]);
    const found = scripts.flatMap((script) => {
      const calls = callsIn(readFileSync(join(PROJECT_ROOT, folder, script), 'utf8'));
      const part = script.replace(/-.{8}\.js$/, '');
      return [...calls.intersection(missing)]
        .filter((call) => !SAME_NAMES.has(call.slice(1)))
        .map((call) => `${part}: ${call}`);
    });
    expect(found.filter((call) => !GUARDED.some((end) => call.endsWith(end)))).toEqual([]);
  });
});
