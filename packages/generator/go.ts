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
import { type Named, namedShapes, parameterShape, type Shape, withoutNull } from './shapes.ts';

// Tools know generated code by these words.
const HEADER = `// Code generated. ${HEADER_TEXT} DO NOT EDIT.\n\npackage shutterpost\n`;
const INITIALISMS = new Set([
  'api',
  'id',
  'ids',
  'ip',
  'json',
  'pdf',
  'sha256',
  'sms',
  'svg',
  'url',
  'urls',
  'zip',
]);
const KEYWORDS = new Set(
  'break case chan const continue default defer else fallthrough for func go goto if import interface map package range return select struct switch type var ctx query body options'.split(
    ' ',
  ),
);

export function goFiles(model: Model): Record<string, string> {
  return {
    'types_generated.go': HEADER + types(model),
    'resources_generated.go': HEADER + resources(model),
  };
}

interface Line {
  comment: string | undefined;
  name: string;
  type: string;
  tag: string;
}

function types(model: Model): string {
  const code = [
    ...namedShapes(model).map(declaration),
    ...model.resources.flatMap(({ name, operations }) =>
      operations.filter(({ query }) => query.length > 0).map((operation) => queryStruct(name, operation)),
    ),
  ].join('');
  return code.includes('json.RawMessage') ? `\nimport "encoding/json"\n${code}` : code;
}

function declaration({ name, description, fields, shape, isSent }: Named): string {
  const doc = `\n${comment(description, '')}`;
  if (fields === undefined) return `${doc}type ${name} = ${typeOf(shape, isSent)}\n`;
  const lines = fields.map((field): Line => {
    const { isNullable } = withoutNull(field.shape);
    const mayMiss = !field.isRequired;
    return {
      comment: described(field.description, field.shape),
      name: goName(field.name),
      type: mayMiss || isNullable ? pointer(field.shape, isSent) : typeOf(field.shape, isSent),
      tag: `\`json:"${field.name}${mayMiss ? ',omitempty' : ''}"\``,
    };
  });
  if (!isSent) return `${doc}type ${name} ${struct(lines)}\n`;
  const nulls = {
    comment: 'Fields to send as null, by their names in the API. What is nil is not sent otherwise.',
    name: 'NullFields',
    type: '[]string',
    tag: '`json:"-"`',
  };
  return `${doc}type ${name} ${struct([...lines, nulls])}

func (v ${name}) MarshalJSON() ([]byte, error) {
	return marshalSent(v, v.NullFields)
}
`;
}

function queryStruct(resourceName: string[], operation: Operation): string {
  const lines = operation.query.map((parameter): Line => {
    const shape = parameterShape(parameter);
    const type = typeOf(shape, true);
    return {
      comment: described(parameter.description, shape),
      name: goName(parameter.name),
      type: type === 'bool' ? '*bool' : type,
      tag: `\`query:"${parameter.name}"\``,
    };
  });
  return `\ntype ${queryName(resourceName, operation)} ${struct(lines)}\n`;
}

/** Aligned as gofmt does it: fields without a comment between them stand in columns. */
function struct(lines: Line[]): string {
  if (lines.length === 0) return 'struct{}';
  const runs: Line[][] = [];
  for (const line of lines)
    if (line.comment !== undefined || runs.length === 0) runs.push([line]);
    else runs.at(-1)?.push(line);
  const written = runs.flatMap((run) => {
    const widest = (key: 'name' | 'type') => Math.max(...run.map((line) => line[key].length));
    return run.map(
      (line) =>
        `${comment(line.comment, '\t')}\t${line.name.padEnd(widest('name'))} ${line.type.padEnd(widest('type'))} ${line.tag}\n`,
    );
  });
  return `struct {\n${written.join('')}}`;
}

/** The known values stand in the comment: the type is a string, as others can be added. */
function described(description: string | undefined, shape: Shape): string | undefined {
  const texts = (shape.kind === 'union' ? shape.of : [shape]).flatMap((each) =>
    each.kind === 'text' ? each.values : [],
  );
  if (texts.length === 0) return description;
  const values = `One of ${texts.map((value) => JSON.stringify(value)).join(', ')}.`;
  return description === undefined ? values : `${description} ${values}`;
}

/** What can be nil by itself needs no pointer. */
function pointer(shape: Shape, isSent: boolean): string {
  const type = typeOf(withoutNull(shape).shape, isSent);
  return /^(?:\[\]|map\[|any$|json\.RawMessage$)/.test(type) ? type : `*${type}`;
}

function typeOf(shape: Shape, isSent: boolean): string {
  switch (shape.kind) {
    case 'named':
      return shape.name;
    case 'text':
      return 'string';
    case 'constant':
      if (typeof shape.value === 'boolean') return 'bool';
      return Number.isInteger(shape.value) ? 'int' : 'float64';
    case 'integer':
      return 'int';
    case 'number':
      return 'float64';
    case 'boolean':
      return 'bool';
    case 'null':
    case 'unknown':
      return 'any';
    case 'list':
      return `[]${elementOf(shape.item, isSent)}`;
    case 'map':
      return `map[string]${elementOf(shape.item, isSent)}`;
    case 'union': {
      const { shape: rest, isNullable } = withoutNull(shape);
      if (isNullable && rest.kind !== 'union') return pointer(shape, isSent);
      const [type = 'any', ...others] = new Set(
        (rest.kind === 'union' ? rest.of : [rest]).map((each) => typeOf(each, isSent)),
      );
      if (others.length === 0) return type;
      const hasObjects = shape.of.some(({ kind }) => kind === 'named');
      // Whoever knows which of them it is decodes it.
      return hasObjects && !isSent ? 'json.RawMessage' : 'any';
    }
  }
}

function elementOf(item: Shape, isSent: boolean): string {
  return withoutNull(item).isNullable ? pointer(item, isSent) : typeOf(item, isSent);
}

function resources({ resources: all }: Model): string {
  const width = Math.max(...all.map(({ name }) => goName(name).length));
  const members = all.map(
    ({ name, description }) => `${comment(description, '\t')}\t${goName(name)} *${className(name)}\n`,
  );
  const created = all.map(
    ({ name }) => `\t\t${`${goName(name)}:`.padEnd(width + 1)} &${className(name)}{transport},\n`,
  );
  return `
import (
	"context"
	"net/url"
)

// Resources are the calls of a client.
type Resources struct {
${members.join('')}}

func newResources(transport *transport) Resources {
	return Resources{
${created.join('')}	}
}
${all.map(resource).join('')}`;
}

function resource({ name, description, operations }: Resource): string {
  return `
// ${className(name)}: ${oneLine(description)}
type ${className(name)} struct {
	transport *transport
}
${operations.map((operation) => method(operation, name)).join('')}`;
}

function method(operation: Operation, resourceName: string[]): string {
  const { name, summary, pathParameters, query, body, hasIdempotencyKey, result } = operation;
  const parameters = [
    'ctx context.Context',
    ...pathParameters.map((each) => `${parameterName(each)} string`),
    ...(body === undefined ? [] : [body.kind === 'file' ? 'body File' : `body ${bodyType(body)}`]),
    ...(query.length === 0 ? [] : [`query *${queryName(resourceName, operation)}`]),
    ...(hasIdempotencyKey ? ['options ...CreateOption'] : []),
  ];
  const path = operation.path
    .split(/(\{\w+\})/)
    .filter((part) => part !== '')
    .map((part) => {
      const found = pathParameters.find((each) => part === `{${each.name}}`);
      return found === undefined ? JSON.stringify(part) : `url.PathEscape(${parameterName(found)})`;
    })
    .join(' + ');
  const call = [
    `method: "${operation.method}"`,
    `path: ${path}`,
    ...(query.length === 0 ? [] : ['query: queryOf(query)']),
    ...(body === undefined ? [] : [body.kind === 'file' ? 'file: &body' : 'body: body']),
    ...(hasIdempotencyKey ? ['isCreation: true', 'options: options'] : []),
  ].join(', ');
  const [type, invoke] = resultOf(result);
  return `
// ${goName(name)}: ${oneLine(summary)}.
func (r *${className(resourceName)}) ${goName(name)}(${parameters.join(', ')}) ${type} {
	return ${invoke}(ctx, r.transport, call{${call}})
}
`;
}

function resultOf(result: Operation['result']): [type: string, invoke: string] {
  if (result.kind === 'file') return ['(*Download, error)', 'sendForFile'];
  const name = typeName(result.schema);
  if (result.kind === 'list') return [`*Pages[${name}]`, `newPages[${name}]`];
  return [`(*${name}, error)`, result.kind === 'object' ? `sendForObject[${name}]` : `sendForBare[${name}]`];
}

function bodyType(body: { schema: Schema; isRequired: boolean }): string {
  return typeName(body.schema);
}

const typeName = (schema: Schema) => refName(schema) ?? 'any';
const className = (name: string[]) => `${goName(name)}Resource`;
const queryName = (resourceName: string[], { name }: Operation) =>
  `${goName(name)}${goName(resourceName)}Query`;

function parameterName({ name }: Parameter): string {
  const camel = camelCase(name.split('_')).replace(/Id$/, 'ID');
  return KEYWORDS.has(camel) ? `${camel}_` : camel;
}

/** Exported, and with initialisms as Go writes them. */
function goName(name: string | string[]): string {
  const words = typeof name === 'string' ? name.split(/[^A-Za-z0-9]+/).filter((word) => word !== '') : name;
  const text = words
    .map((word) => {
      if (!INITIALISMS.has(word.toLowerCase())) return pascalCase([word]);
      return /s$/.test(word) ? `${word.slice(0, -1).toUpperCase()}s` : word.toUpperCase();
    })
    .join('');
  return /^[A-Z]/.test(text) ? text : `X${text}`;
}

function comment(text: string | undefined, indent: string): string {
  if (text === undefined || text === '') return '';
  return text
    .split('\n')
    .map((line) => `${indent}// ${line}`.trimEnd())
    .map((line) => `${line}\n`)
    .join('');
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim().replace(/\.$/, '');
