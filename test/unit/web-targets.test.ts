import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import bcd from '@mdn/browser-compat-data' with { type: 'json' };
import type { Identifier } from '@mdn/browser-compat-data';
import { parseAst } from 'vite';
import { describe, expect, it } from 'vitest';
import { missingStyles } from '../helpers/browser/missing-styles.ts';
import { cameWith, partsOf } from '../helpers/browser/safari-versions.ts';
import { PROJECT_ROOT } from '../helpers/process/child-process.ts';

const CUSTOMER_PAGES = {
  name: 'the customer pages',
  folder: 'web/dist/assets',
  files: /^(?!index-)/,
  safari: 15,
  unneeded: {
    'field-sizing': 'The widest language decides how wide the choice of languages is.',
    'text-wrap': 'Lines are less even.',
    'accent-color': 'Marks and sliders have the color of the phone.',
    ':focus-visible': 'Safari draws a ring of its own.',
    ':backdrop': 'Examples are shown only where there are dialogs.',
    resize: 'A finger scrolls the list.',
    cursor: 'A finger has none.',
  },
};
const WEB_APPLICATION = {
  name: 'the web application',
  folder: 'web/dist/app/assets',
  files: /^/,
  safari: 16,
  unneeded: {
    'color-mix()': 'What would be tinted stays plain, and its text has the color of the text around it.',
    'scrollbar-width': 'A bar is shown while something is scrolled.',
    'text-box-trim': 'Mantine offers it, and no text asks for it.',
    'text-box-edge': 'Mantine offers it, and no text asks for it.',
    '@page': 'A poster is printed with the margins of the browser.',
    'text-wrap': 'Lines are less even.',
    resize: 'A finger scrolls the text.',
    cursor: 'A finger has none.',
  },
};
const DOCUMENTATION = {
  name: 'the documentation',
  folder: 'web/dist/docs/assets',
  files: /^/,
  safari: 16,
  unneeded: {
    'color-mix()': 'Code stands on the surface of the page, in a font of its own.',
    'field-sizing': 'Nothing is chosen there.',
    cursor: 'A finger has none.',
  },
};
const ELEMENT = {
  name: 'the element for other sites',
  folder: 'web/dist/assets',
  files: /^index-/,
  safari: 16.4,
};

/** What Vite compiles for is syntax alone; what the browser's own objects can do, no one adds. */
const BUILDS = [CUSTOMER_PAGES, ELEMENT, WEB_APPLICATION, DOCUMENTATION];

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
    note(`new ${name}`, feature);
    for (const [part, inner] of partsOf(feature)) {
      note(`${name}.${part}`, inner);
      noteMethods(part, inner);
    }
  };
  for (const [name, feature] of partsOf(bcd.javascript.builtins)) noteMethods(name, feature);
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
    if (node.type === 'NewExpression')
      calls.add(`new ${nameOf((node.callee as Node).property ?? node.callee)}`);
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

describe.each([CUSTOMER_PAGES, WEB_APPLICATION, DOCUMENTATION])(
  'the style sheets of $name',
  ({ folder, safari, unneeded }) => {
    it(`should take nothing that Safari ${safari} lacks and that they need`, () => {
      const sheets = readdirSync(join(PROJECT_ROOT, folder)).filter((name) => name.endsWith('.css'));
      expect(sheets).not.toEqual([]);
      const missing = sheets.flatMap((sheet) =>
        missingStyles(readFileSync(join(PROJECT_ROOT, folder, sheet), 'utf8'), safari).map(
          (name) => [sheet.replace(/-.{8}\.css$/, ''), name] as const,
        ),
      );
      const isUnneeded = (name: string) => (name.split(': ')[0] ?? '') in unneeded;
      expect(missing.filter(([, name]) => !isUnneeded(name)).map((found) => found.join(': '))).toEqual([]);
      // What is no longer taken needs no reason.
      const taken = missing.map(([, name]) => name.split(': ')[0]);
      expect(Object.keys(unneeded).filter((name) => !taken.includes(name))).toEqual([]);
    });
  },
);

describe('the check of style sheets', () => {
  it.each([
    ['.a:has(b){color:red}', [':has']],
    ['@supports selector(:has(*)){.a:has(b){color:red}}', []],
    ['@container (width>20rem){.a{color:red}}', ['@container']],
    ['@media (width>=40rem){.a{color:red}}', ['@media <']],
    ['.a{height:100dvh}', ['dvh']],
    ['.a{height:100vh;height:calc(100dvh - 1px)}', []],
    ['.a{color:red;color:color-mix(in srgb,red,var(--b))}', ['color-mix()']],
    ['.a{--b:red;--b:color-mix(in srgb,red,blue)}', ['color-mix()']],
    ['@media print{.a{overflow:clip;scale:2}}', ['overflow: clip']],
    ['.a{accent-color:red}', ['accent-color']],
    ['.a{-webkit-backdrop-filter:blur(1px);backdrop-filter:blur(1px)}', []],
    ['.a{content:"a:has(b){height:1dvh}";background:url(data:,1dvh;a{b})}', []],
  ])('should judge %s', (css, expected) => {
    expect(missingStyles(css, 15)).toEqual(expected);
  });
});

describe('the check of scripts', () => {
  it('should see constructors, on an object too', () => {
    expect([...callsIn('new Map(); new Intl.DurationFormat("en")')]).toEqual([
      'new Map',
      'new DurationFormat',
    ]);
    expect(missingIn(16)).toContain('new DurationFormat');
  });
});

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
