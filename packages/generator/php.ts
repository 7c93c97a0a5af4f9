import {
  camelCase,
  HEADER_TEXT,
  type Model,
  type Operation,
  type Parameter,
  pascalCase,
  type Resource,
  refName,
  type Schema,
} from './model.ts';
import { type Named, namedShapes, parameterShape, type Shape } from './shapes.ts';

const HEADER = `<?php

// ${HEADER_TEXT}

declare(strict_types=1);

namespace Shutterpost\\Generated;
`;
const RESERVED = new Set(['class', 'list', 'function', 'this', 'body', 'query', 'idempotencyKey']);

/** One class for each resource, and the shapes of all arrays in one place, from which the classes import them. */
export function phpFiles(model: Model): Record<string, string> {
  const named = namedShapes(model);
  return {
    'Types.php': HEADER + types(named),
    'Resources.php': HEADER + resources(model),
    ...Object.fromEntries(
      model.resources.map((each) => [`${className(each.name)}.php`, HEADER + resource(each, named)]),
    ),
  };
}

function types(named: Named[]): string {
  return `
/**
 * The shapes of the arrays that calls take and return, for PHPStan and editors: \`@phpstan-import-type PhotoRequest from Types\`.
 *
${named.map((each) => ` * @phpstan-type ${each.name} ${definition(each)}\n`).join('')} */
final class Types
{
}
`;
}

function definition({ fields, shape }: Named): string {
  if (fields === undefined) return typeOf(shape);
  if (fields.length === 0) return 'array<string, mixed>';
  const lines = fields.map(
    (field) => ` *   ${key(field.name)}${field.isRequired ? '' : '?'}: ${typeOf(field.shape)},\n`,
  );
  return `array{\n${lines.join('')} * }`;
}

function typeOf(shape: Shape): string {
  switch (shape.kind) {
    case 'named':
      return shape.name;
    case 'text':
      if (shape.values.length === 0) return 'string';
      // Others can be added, which the last part says.
      return [...shape.values.map(quoted), ...(shape.isOpen ? ['string'] : [])].join('|');
    case 'constant':
      return String(shape.value);
    case 'integer':
      return 'int';
    case 'number':
      return 'int|float';
    case 'boolean':
      return 'bool';
    case 'null':
      return 'null';
    case 'unknown':
      return 'mixed';
    case 'list':
      return `list<${typeOf(shape.item)}>`;
    case 'map':
      return `array<string, ${typeOf(shape.item)}>`;
    case 'union':
      return shape.of.map(typeOf).join('|');
  }
}

function resources({ resources: all }: Model): string {
  const members = all.map(
    ({ name, description }) =>
      `    /** ${safe(description)} */\n    public readonly ${className(name)} $${camelCase(name)};\n`,
  );
  const created = all.map(
    ({ name }) => `        $this->${camelCase(name)} = new ${className(name)}($transport);\n`,
  );
  return `
use Shutterpost\\Transport;

abstract class Resources
{
${members.join('\n')}
    public function __construct(Transport $transport)
    {
${created.join('')}    }
}
`;
}

function resource({ name, description, operations }: Resource, named: Named[]): string {
  const methods = operations.map((operation) => method(operation, named)).join('\n');
  const used = named
    .map((each) => each.name)
    .filter((each) => new RegExp(`(?:@param|@return)[^$\\n]*\\b${each}\\b`).test(methods));
  const classes = ['Download', 'Pages', 'Transport'].filter(
    (each) => each === 'Transport' || new RegExp(`\\): ${each}\\b`).test(methods),
  );
  return `
${classes.map((each) => `use Shutterpost\\${each};\n`).join('')}
/**
 * ${safe(description)}
 *
${used.map((each) => ` * @phpstan-import-type ${each} from Types\n`).join('')} */
final class ${className(name)}
{
    public function __construct(private readonly Transport $transport)
    {
    }

${methods}}
`;
}

function method(operation: Operation, named: Named[]): string {
  const { name, summary, pathParameters, query, body, hasIdempotencyKey, result } = operation;
  const needsQuery = query.some(({ required }) => required === true);
  const parameters = [
    ...pathParameters.map((each) => `string $${parameterName(each)}`),
    ...(body?.kind === 'file' ? ['string $file', 'string $contentType'] : []),
    ...(body?.kind === 'json' ? [`array $body${body.isRequired ? '' : ' = []'}`] : []),
    ...(query.length === 0 ? [] : [`array $query${needsQuery ? '' : ' = []'}`]),
    ...(hasIdempotencyKey ? ['?string $idempotencyKey = null'] : []),
  ];
  const path = operation.path
    .split(/(\{\w+\})/)
    .filter((part) => part !== '')
    .map((part) => {
      const found = pathParameters.find((each) => part === `{${each.name}}`);
      return found === undefined ? quoted(part) : `rawurlencode($${parameterName(found)})`;
    })
    .join(' . ');
  const call = [
    quoted(operation.method),
    path,
    ...(query.length === 0 ? [] : ['query: $query']),
    ...(body?.kind === 'file' ? ['file: $file', 'contentType: $contentType'] : []),
    ...(body?.kind === 'json' ? [`body: $body${objectsOf(body.schema, named)}`] : []),
    ...(hasIdempotencyKey ? ['isCreation: true', 'idempotencyKey: $idempotencyKey'] : []),
  ];
  const [type, documented] = resultOf(result);
  const doc = [
    safe(summary),
    '',
    ...(body?.kind === 'json'
      ? [...fieldList(body.schema, named), `@param ${typeName(body.schema)} $body`]
      : []),
    ...(query.length === 0 ? [] : [`@param ${queryShape(query)} $query`]),
    `@return ${documented}`,
  ];
  return `    /**
${doc.map((line) => `     * ${line}`.trimEnd()).join('\n')}
     */
    public function ${camelCase(name)}(${parameters.join(', ')}): ${type}
    {
        return $this->transport->${result.kind}(${call.join(', ')});
    }
`;
}

/** Names of fields whose empty array is an object. */
function objectsOf(schema: Schema, named: Named[]): string {
  const isObject = (shape: Shape): boolean => {
    if (shape.kind === 'union') return shape.of.some(isObject);
    return shape.kind === 'named'
      ? named.find(({ name }) => name === shape.name)?.fields !== undefined
      : shape.kind === 'map';
  };
  const fields = named.find(({ name }) => name === refName(schema))?.fields ?? [];
  const found = fields.filter(({ shape }) => isObject(shape)).map(({ name }) => quoted(name));
  return found.length === 0 ? '' : `, objects: [${found.join(', ')}]`;
}

/** The shapes have no place for what fields mean. */
function fieldList(schema: Schema, named: Named[]): string[] {
  const fields = named.find(({ name }) => name === refName(schema))?.fields ?? [];
  const described = fields.filter(({ description }) => description !== undefined);
  if (described.length === 0) return [];
  return [...described.map(({ name, description = '' }) => `- \`${name}\`: ${safe(description)}`), ''];
}

function queryShape(query: Parameter[]): string {
  const fields = query.map(
    (each) => `${key(each.name)}${each.required === true ? '' : '?'}: ${typeOf(parameterShape(each))}`,
  );
  return `array{${fields.join(', ')}}`;
}

function resultOf(result: Operation['result']): [type: string, documented: string] {
  if (result.kind === 'file') return ['Download', 'Download'];
  const name = typeName(result.schema);
  if (result.kind === 'list') return ['Pages', `Pages<${name}>`];
  return ['array', name];
}

const typeName = (schema: Schema) => refName(schema) ?? 'array<string, mixed>';
const className = (name: string[]) => pascalCase(name);
const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
const key = (name: string) => (/^[A-Za-z_]\w*$/.test(name) ? name : quoted(name));
/** Within a comment, on one line. */
const safe = (text: string) => text.replaceAll('*/', '* /').replaceAll(/\s+/g, ' ').replaceAll('@', '&#64;');

function parameterName({ name }: Parameter): string {
  const camel = camelCase(name.split('_'));
  return RESERVED.has(camel) ? `${camel}_` : camel;
}
