export interface Json {
  [name: string]: Json;
}

/**
 * The type provider writes every schema twice, as it comes in (`…Input`) and as it goes out. Keep the one that is
 * used, under its own name; and let answers grow: a client must not refuse a field it does not know.
 */
export function tidy(document: Json): Json {
  const text = JSON.stringify(document);
  const tidied = JSON.parse(
    text.replaceAll(/(#\/components\/schemas\/\w+?)Input"/g, '$1"'),
    (name, value) => {
      if (name === 'additionalProperties' && value === false) return undefined;
      // The largest integers that a number can hold, which no one needs to know.
      if (Math.abs(value) === Number.MAX_SAFE_INTEGER) return undefined;
      if (isOpen(value)) return described(value);
      return isNullable(value) ? flattened(value) : value;
    },
  ) as Json;
  const schemas = (tidied.components as Json).schemas as Json;
  const incoming = new Set(
    [...text.matchAll(/#\/components\/schemas\/(\w+?)Input"/g)].map(([, name]) => name),
  );
  const kept: Json = {};
  for (const [name, schema] of Object.entries(schemas).sort(([one], [other]) => (one < other ? -1 : 1))) {
    if (name.endsWith('Input')) continue;
    kept[name] = (incoming.has(name) ? schemas[`${name}Input`] : schema) as Json;
  }
  (tidied.components as Json).schemas = kept;
  return tidied;
}

interface OpenEnum {
  enum?: string[];
  description?: string;
  'x-extensible-enum': string[];
}

function isOpen(value: unknown): value is OpenEnum {
  return typeof value === 'object' && value !== null && 'x-extensible-enum' in value;
}

/** Without `enum`, of which generators make closed types. */
function described({ enum: _, description = '', ...rest }: OpenEnum) {
  const known = rest['x-extensible-enum'].map((value) => `\`${value}\``).join(', ');
  return { ...rest, description: `${description} Today one of ${known}; more may be added.`.trim() };
}

interface Nullable {
  anyOf: Json[];
  description?: string;
}

function isNullable(value: Nullable | undefined): value is Nullable {
  return value?.anyOf?.length === 2 && (value.anyOf[1]?.type as unknown) === 'null';
}

const PLAIN = ['string', 'number', 'integer', 'boolean'];

/** What is said of the value is said of the field: generators drop a description inside of `anyOf`. */
function flattened({ anyOf, ...rest }: Nullable) {
  const [{ description, ...value }] = anyOf as [Json];
  const outer = { ...(description === undefined ? {} : { description }), ...rest };
  const isPlain = PLAIN.includes(String(value.type)) && !('enum' in value);
  return isPlain
    ? { ...value, type: [value.type, 'null'], ...outer }
    : { anyOf: [value, { type: 'null' }], ...outer };
}
