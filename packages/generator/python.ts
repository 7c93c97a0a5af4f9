import {
  HEADER_TEXT,
  type Model,
  type Operation,
  type Parameter,
  pascalCase,
  type Resource,
  refName,
  type Schema,
  snakeCase,
} from './model.ts';
import { type Field, type Named, namedShapes, parameterShape, type Shape } from './shapes.ts';

const HEADER = `# ${HEADER_TEXT}\n`;
const LINE_WIDTH = 110;
const KEYWORDS = new Set(
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
);

export function pythonFiles(model: Model): Record<string, string> {
  const named = namedShapes(model);
  return {
    '__init__.py': HEADER,
    'types.py': HEADER + types(named),
    'resources.py': HEADER + resources(model, named),
  };
}

function types(named: Named[]): string {
  const code = named.map(declaration).join('\n\n');
  const used = ['Any', 'Literal', 'NotRequired', 'TypeAlias', 'TypedDict'].filter((name) =>
    new RegExp(`\\b${name}\\b`).test(code),
  );
  return `from __future__ import annotations

from typing import ${used.join(', ')}

__all__ = [
${named.map(({ name }) => `    "${name}",\n`).join('')}]


${code}`;
}

function declaration(named: Named): string {
  const { name, description, fields, shape } = named;
  if (fields === undefined)
    return `${comment(description)}${name}: TypeAlias = ${JSON.stringify(typeOf(shape))}\n`;
  if (fields.some((field) => !isName(field.name))) {
    const entries = fields.map(
      (field) => `        ${JSON.stringify(field.name)}: ${JSON.stringify(fieldType(field))},\n`,
    );
    return `${comment(description)}${name} = TypedDict(\n    "${name}",\n    {\n${entries.join('')}    },\n)\n`;
  }
  const doc = description === undefined ? '' : docstring(description, '    ');
  const lines = fields.map((field) => {
    const text = field.description === undefined ? '' : docstring(field.description, '    ');
    return `    ${field.name}: ${fieldType(field)}\n${text}`;
  });
  return `class ${name}(TypedDict):\n${doc}${lines.join('') || '    pass\n'}`;
}

function fieldType({ isRequired, shape }: Field): string {
  return isRequired ? typeOf(shape) : `NotRequired[${typeOf(shape)}]`;
}

function typeOf(shape: Shape): string {
  switch (shape.kind) {
    case 'named':
      return shape.name;
    case 'text': {
      if (shape.values.length === 0) return 'str';
      const known = `Literal[${shape.values.map((value) => JSON.stringify(value)).join(', ')}]`;
      return shape.isOpen ? `${known} | str` : known;
    }
    case 'constant':
      if (typeof shape.value === 'boolean') return `Literal[${shape.value ? 'True' : 'False'}]`;
      return Number.isInteger(shape.value) ? `Literal[${shape.value}]` : 'float';
    case 'integer':
      return 'int';
    case 'number':
      return 'float';
    case 'boolean':
      return 'bool';
    case 'null':
      return 'None';
    case 'unknown':
      return 'Any';
    case 'list':
      return `list[${typeOf(shape.item)}]`;
    case 'map':
      return `dict[str, ${typeOf(shape.item)}]`;
    case 'union':
      return shape.of.map(typeOf).join(' | ');
  }
}

function resources({ resources: all }: Model, named: Named[]): string {
  const code = all.map((each) => resource(each, named)).join('\n\n');
  const used = named.map(({ name }) => name).filter((name) => new RegExp(`\\b${name}\\b`).test(code));
  const typing = ['Any', 'Literal', 'Unpack'].filter((name) => new RegExp(`\\b${name}\\b`).test(code));
  const members = all.map(
    ({ name, description }) =>
      `        self.${snakeCase(name)} = ${pascalCase(name)}(transport)\n${docstring(description, '        ')}`,
  );
  return `from __future__ import annotations

from typing import ${typing.join(', ')}

from .._transport import Download, Pages, Transport, quoted
from .types import (
${used.map((name) => `    ${name},\n`).join('')})


class Resource:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport


${code}

class Resources:
    def __init__(self, transport: Transport) -> None:
${members.join('')}`;
}

function resource({ name, description, operations }: Resource, named: Named[]): string {
  return `class ${pascalCase(name)}(Resource):
${docstring(description, '    ')}
${operations.map((operation) => method(operation, named)).join('\n')}`;
}

function method(operation: Operation, named: Named[]): string {
  const { name, summary, pathParameters, query, body, hasIdempotencyKey, result } = operation;
  const keywords = [
    ...query.map(queryParameter),
    ...(hasIdempotencyKey ? ['idempotency_key: str | None = None'] : []),
  ];
  const fields = body?.kind === 'json' ? fieldsOf(body.schema, named) : undefined;
  // As keywords where they cannot be mistaken for something else.
  const isSpread =
    fields?.every((field) => isName(field.name) && field.name !== 'self') === true &&
    query.length === 0 &&
    !fields.some((field) => field.name === 'idempotency_key');
  const places = pathParameters.map((each) => `${identifier(each.name)}: str`);
  if (body?.kind === 'file') places.push('file: bytes', 'content_type: str');
  if (body?.kind === 'json' && !isSpread)
    places.push(`body: ${typeName(body.schema)}${body.isRequired ? '' : ' | None = None'}`);
  const parameters = [
    'self',
    ...places,
    ...(places.length > 0 ? ['/'] : []),
    ...(keywords.length > 0 ? ['*', ...keywords] : []),
    ...(isSpread && body?.kind === 'json' ? [`**body: Unpack[${typeName(body.schema)}]`] : []),
  ];
  const path = operation.path.replaceAll(
    /\{(\w+)\}/g,
    (_, parameter: string) => `{quoted(${identifier(parameter)})}`,
  );
  const call = [
    `"${operation.method}"`,
    path === operation.path ? `"${path}"` : `f"${path}"`,
    ...(query.length === 0
      ? []
      : [`query={${query.map((each) => `"${each.name}": ${identifier(each.name)}`).join(', ')}}`]),
    ...(body?.kind === 'file' ? ['file=(file, content_type)'] : []),
    ...(body?.kind === 'json' ? [body.isRequired || isSpread ? 'body=body' : 'body=body or {}'] : []),
    ...(hasIdempotencyKey ? ['is_creation=True', 'idempotency_key=idempotency_key'] : []),
  ];
  const signature = enclosed(
    `    def ${identifier(snakeCase(name))}`,
    parameters,
    ` -> ${resultType(result)}:`,
  );
  return `${signature}
${docstring(summary, '        ')}${enclosed(`        return self._transport.${result.kind}`, call, '')}
`;
}

/** On one line where it fits. */
function enclosed(before: string, parts: string[], after: string): string {
  const line = `${before}(${parts.join(', ')})${after}`;
  if (line.length <= LINE_WIDTH) return line;
  const indent = /^ */.exec(before)?.[0] ?? '';
  return `${before}(\n${parts.map((part) => `${indent}    ${part},\n`).join('')}${indent})${after}`;
}

function queryParameter(parameter: Parameter): string {
  const type = typeOf(parameterShape(parameter));
  const name = identifier(parameter.name);
  return parameter.required === true ? `${name}: ${type}` : `${name}: ${type} | None = None`;
}

function fieldsOf(schema: Schema, named: Named[]): Field[] | undefined {
  return named.find(({ name }) => name === refName(schema))?.fields;
}

function resultType(result: Operation['result']): string {
  if (result.kind === 'file') return 'Download';
  return result.kind === 'list' ? `Pages[${typeName(result.schema)}]` : typeName(result.schema);
}

const typeName = (schema: Schema) => refName(schema) ?? 'Any';

function isName(name: string): boolean {
  return /^[A-Za-z_]\w*$/.test(name) && !KEYWORDS.has(name);
}

function identifier(name: string): string {
  const safe = name.replaceAll(/\W/g, '_');
  return KEYWORDS.has(safe) ? `${safe}_` : safe;
}

function docstring(text: string, indent: string): string {
  const safe = text.replaceAll('\\', '\\\\').replaceAll('"""', "'''").replace(/"$/, '" ');
  return `${indent}"""${safe}"""\n`;
}

function comment(text: string | undefined): string {
  return text === undefined
    ? ''
    : text
        .split('\n')
        .map((line) => `# ${line}\n`)
        .join('');
}
