import bcd from '@mdn/browser-compat-data' with { type: 'json' };
import type { Identifier } from '@mdn/browser-compat-data';
import { cameWith, partsOf } from './safari-versions.ts';
import { readStyles, type StyleBlock } from './style-blocks.ts';

const { properties = {}, selectors = {}, types = {}, 'at-rules': atRules = {} } = bcd.css;
const FUNCTIONS = Object.assign({}, ...Object.values(types), types) as Record<string, Identifier>;
/** Several units may share an entry, whose description names them. */
const UNITS: Record<string, Identifier> = Object.fromEntries(
  [types.length, types.angle, types.time, types.resolution].flatMap((type) =>
    partsOf(type).flatMap(([name, feature]) => {
      const described = [...(feature.__compat?.description ?? '').matchAll(/<code>(\w+)<\/code>/g)];
      return described.length === 0 ? [[name, feature]] : described.map(([, unit]) => [unit, feature]);
    }),
  ),
);

const namesIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name);

/** What a style sheet takes that this Safari lacks, such as `:has`, `@container`, `dvh`, `color-mix()` and `overflow: clip`. */
export function missingStyles(css: string, safari: number): string[] {
  const lacks = (feature?: Identifier) => feature !== undefined && (cameWith(feature) ?? 0) > safari;
  const inBlock = (block: StyleBlock): string[] => {
    // What is asked for first may be missing.
    if (/^@supports(?! not)/.test(block.head)) return [];
    return [...inHead(block.head, lacks), ...inDeclarations(block, lacks), ...block.blocks.flatMap(inBlock)];
  };
  return inBlock(readStyles(css));
}

type Lacks = (feature?: Identifier) => boolean;

function inHead(head: string, lacks: Lacks): string[] {
  const [, atRule] = /^@([\w-]+)/.exec(head) ?? [];
  if (atRule === undefined)
    return namesIn(head, /::?(\w[\w-]*)/g)
      .filter((name) => lacks(selectors[name]))
      .map((name) => `:${name}`);
  const missing = lacks(atRules[atRule]) ? [`@${atRule}`] : [];
  if (atRule !== 'media') return missing;
  const { media } = atRules;
  const features = namesIn(head, /\((?:m(?:in|ax)-)?([a-z-]+)/g).filter((name) => lacks(media?.[name]));
  if (/[<>]/.test(head) && lacks(media?.range_syntax)) features.push('<');
  return [...missing, ...features.map((name) => `@media ${name}`)];
}

function inDeclarations({ head, declarations }: StyleBlock, lacks: Lacks): string[] {
  const missing: string[] = [];
  const plain = new Set<string>();
  for (const { property, value } of declarations) {
    if (/^-(?:webkit|moz|ms|o)-/.test(property)) continue;
    const isPrefixed = declarations.some((other) => other.property === `-webkit-${property}`);
    if (!isPrefixed && !head.startsWith('@') && lacks(properties[property])) missing.push(property);
    const ofValue = inValue(property, value, lacks);
    // A browser ignores a value that it does not know, and keeps the one before, unless there is a variable in it.
    if (!plain.has(property) || value.includes('var(')) missing.push(...ofValue);
    if (ofValue.length === 0 && !property.startsWith('--')) plain.add(property);
  }
  return missing;
}

function inValue(property: string, value: string, lacks: Lacks): string[] {
  const known = properties[property];
  return [
    ...namesIn(value, /(?<![\w-])([a-z][\w-]*)\(/gi)
      .filter((name) => lacks(known?.[name] ?? FUNCTIONS[name]))
      .map((name) => `${name}()`),
    ...namesIn(value, /(?<![\w#-])-?(?:\d*\.)?\d+([a-z]+)/gi).filter((unit) =>
      lacks(UNITS[unit.toLowerCase()]),
    ),
    ...namesIn(value, /(?<![\w#-])([a-z][a-z-]*)(?![\w(-])/gi)
      .filter((word) => lacks(known?.[word]))
      .map((word) => `${property}: ${word}`),
  ];
}
