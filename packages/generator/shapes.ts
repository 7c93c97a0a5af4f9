import { type Model, pascalCase, refName, type Schema, wordsOf } from './model.ts';

/** A type as every language can say it. Unions are flat and have no type twice. */
export type Shape =
  | { kind: 'named'; name: string }
  /** `values` are the known ones; without any it is just text. */
  | { kind: 'text'; values: string[]; isOpen: boolean }
  | { kind: 'constant'; value: number | boolean }
  | { kind: 'integer' | 'number' | 'boolean' | 'null' | 'unknown' }
  | { kind: 'list' | 'map'; item: Shape }
  | { kind: 'union'; of: Shape[] };

export interface Field {
  name: string;
  description: string | undefined;
  isRequired: boolean;
  shape: Shape;
}

/** Either an object with fields or another name for a shape. */
export interface Named {
  name: string;
  description: string | undefined;
  fields: Field[] | undefined;
  shape: Shape;
  isSent: boolean;
}

/** Every SDK has errors of its own, made from these. */
const ERRORS = new Set(['Error', 'EmailProhibited']);

/** The schemas in the order of the document, each with the nameless objects within it, which get names here. */
export function namedShapes(model: Model): Named[] {
  const found: Named[] = [];
  const taken = new Set(Object.keys(model.schemas));

  function add(name: string, schema: Schema, isSent: boolean): void {
    const { description } = schema;
    const whole = schema.allOf === undefined ? schema : merged(schema, model);
    if (whole.properties === undefined) {
      const shape = shapeOf(schema, name, isSent);
      found.push({ name, description, fields: undefined, shape, isSent });
      return;
    }
    const named: Named = { name, description, fields: [], shape: { kind: 'named', name }, isSent };
    found.push(named);
    named.fields = Object.entries(whole.properties).map(([key, property]) => ({
      name: key,
      description: property.description ?? descriptionWithin(property),
      isRequired: whole.required?.includes(key) === true,
      shape: shapeOf(property, name + pascalCase(wordsOf(key)), isSent),
    }));
  }

  function shapeOf(schema: Schema, name: string, isSent: boolean): Shape {
    const ref = refName(schema);
    if (ref !== undefined) return { kind: 'named', name: ref };
    if (schema.allOf !== undefined && schema.properties === undefined) {
      const [first = {}, ...others] = schema.allOf;
      if (others.length === 0) return shapeOf(first, name, isSent);
      const whole = merged(schema, model);
      return whole.properties === undefined ? { kind: 'unknown' } : shapeOf(whole, name, isSent);
    }
    if (schema.properties !== undefined) {
      let chosen = name;
      for (let number = 2; taken.has(chosen); number += 1) chosen = name + number;
      taken.add(chosen);
      add(chosen, schema, isSent);
      return { kind: 'named', name: chosen };
    }
    if (schema.const !== undefined) return union([constant(schema.const)]);
    if (schema.enum !== undefined) return union(schema.enum.map((value) => constant(value, !isSent)));
    const several = schema.anyOf ?? schema.oneOf;
    if (several !== undefined) return union(several.map((each) => shapeOf(each, name, isSent)));
    if (Array.isArray(schema.type))
      return union(schema.type.map((type) => shapeOf({ ...schema, type }, name, isSent)));
    switch (schema.type) {
      case 'string': {
        const known = schema['x-extensible-enum']?.filter((value) => typeof value === 'string') ?? [];
        return { kind: 'text', values: known, isOpen: true };
      }
      case 'integer':
      case 'number':
      case 'boolean':
      case 'null':
        return { kind: schema.type };
      case 'array':
        return { kind: 'list', item: shapeOf(schema.items ?? {}, singular(name), isSent) };
      case 'object': {
        const { additionalProperties: rest } = schema;
        return { kind: 'map', item: shapeOf(typeof rest === 'object' ? rest : {}, singular(name), isSent) };
      }
      default:
        return { kind: 'unknown' };
    }
  }

  for (const [name, schema] of Object.entries(model.schemas))
    if (!ERRORS.has(name)) add(name, schema, model.sent.has(name));
  return found;
}

/** Of a parameter, which has no objects within it. In an address, true and false are texts. */
export function parameterShape({ schema }: { schema: Schema }): Shape {
  if (schema.enum?.length === 2 && schema.enum.includes('true') && schema.enum.includes('false'))
    return { kind: 'boolean' };
  const model = { version: '', resources: [], schemas: { Parameter: schema }, sent: new Set(['Parameter']) };
  return namedShapes(model)[0]?.shape ?? { kind: 'unknown' };
}

/** A service may return values that this SDK does not know yet. */
function constant(value: unknown, isOpen = false): Shape {
  if (value === null) return { kind: 'null' };
  if (typeof value === 'string') return { kind: 'text', values: [value], isOpen };
  return typeof value === 'number' || typeof value === 'boolean'
    ? { kind: 'constant', value }
    : { kind: 'unknown' };
}

function union(shapes: Shape[]): Shape {
  const flat = shapes.flatMap((each) => (each.kind === 'union' ? each.of : [each]));
  if (flat.length === 0 || flat.some(({ kind }) => kind === 'unknown')) return { kind: 'unknown' };
  const texts = flat.flatMap((each) => (each.kind === 'text' ? [each] : []));
  const text: Shape = {
    kind: 'text',
    values: [...new Set(texts.flatMap(({ values }) => values))],
    isOpen: texts.some(({ isOpen }) => isOpen),
  };
  const first = flat.findIndex(({ kind }) => kind === 'text');
  const once = flat.flatMap((each, at): Shape[] => {
    if (each.kind !== 'text') return [each];
    return at === first ? [text] : [];
  });
  const unique = new Map(once.map((each): [string, Shape] => [JSON.stringify(each), each]));
  // What may be missing is said last.
  const of = [...unique.values()].sort((one, other) => rank(one) - rank(other));
  return of.length === 1 ? (of[0] as Shape) : { kind: 'union', of };
}

const rank = ({ kind }: Shape) => (kind === 'null' ? 1 : 0);

/** The shape without null, and whether null was in it. */
export function withoutNull(shape: Shape): { shape: Shape; isNullable: boolean } {
  if (shape.kind !== 'union') return { shape, isNullable: shape.kind === 'null' };
  const of = shape.of.filter(({ kind }) => kind !== 'null');
  return { shape: union(of), isNullable: of.length < shape.of.length };
}

/** All parts of an `allOf` in one object. */
function merged(schema: Schema, model: Model): Schema {
  const parts = [schema, ...(schema.allOf ?? [])].map((part) => {
    const name = refName(part);
    const whole = name === undefined ? part : (model.schemas[name] ?? {});
    return part === schema || whole.allOf === undefined ? whole : merged(whole, model);
  });
  const { allOf: _, ...own } = schema;
  if (parts.every(({ properties }) => properties === undefined)) return own;
  return {
    ...own,
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
    required: parts.flatMap(({ required = [] }) => required),
  };
}

function descriptionWithin({ anyOf, oneOf }: Schema): string | undefined {
  return (anyOf ?? oneOf)?.find(({ description }) => description !== undefined)?.description;
}

function singular(name: string): string {
  return name.replace(/s$/, '');
}
