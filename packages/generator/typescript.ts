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

const HEADER = `// ${HEADER_TEXT}\n`;

export function typescriptFiles(model: Model): Record<string, string> {
  return { 'types.ts': HEADER + types(model), 'resources.ts': HEADER + resources(model) };
}

function types({ schemas, resources: all }: Model): string {
  const named = Object.entries(schemas).map(
    ([name, schema]) => `${comment(schema)}${declaration(name, schema)}`,
  );
  const queries = all.flatMap(({ name, operations }) =>
    operations
      .filter(({ query }) => query.length > 0)
      .map(
        (operation) =>
          `export interface ${queryName(name, operation)} {\n${operation.query.map(queryField).join('')}}\n`,
      ),
  );
  return [...named, ...queries].join('\n');
}

function declaration(name: string, schema: Schema): string {
  if (schema.properties === undefined) return `export type ${name} = ${typeOf(schema)};\n`;
  return `export interface ${name} ${fields(schema, '')}\n`;
}

function queryField({ name, required, description, schema }: Parameter): string {
  return `${comment({ description }, '  ')}  ${fieldName(name)}${required === true ? '' : '?'}: ${typeOf(schema)};\n`;
}

function fields({ properties = {}, required = [] }: Schema, indent: string): string {
  const lines = Object.entries(properties).map(([name, schema]) => {
    const mark = required.includes(name) ? '' : '?';
    return `${comment(schema, `${indent}  `)}${indent}  ${fieldName(name)}${mark}: ${typeOf(schema, `${indent}  `)};\n`;
  });
  return `{\n${lines.join('')}${indent}}`;
}

function comment({ description }: { description?: string | undefined }, indent = ''): string {
  return description === undefined ? '' : `${indent}/** ${description.replaceAll('*/', '* /')} */\n`;
}

const fieldName = (name: string) => (/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name));

/** Values may be added to what the service returns: any other text is possible beside the known ones. */
function typeOf(schema: Schema, indent = ''): string {
  const name = refName(schema);
  if (name !== undefined) return name;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const several = schema.anyOf ?? schema.oneOf;
  if (several !== undefined) return several.map((each) => typeOf(each, indent)).join(' | ');
  if (schema.allOf !== undefined) return schema.allOf.map((each) => typeOf(each, indent)).join(' & ');
  if (Array.isArray(schema.type))
    return schema.type.map((type) => typeOf({ ...schema, type }, indent)).join(' | ');
  switch (schema.type) {
    case 'string':
      if (schema['x-extensible-enum'] !== undefined)
        return [...schema['x-extensible-enum'].map((value) => JSON.stringify(value)), '(string & {})'].join(
          ' | ',
        );
      return 'string';
    case 'integer':
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'null':
      return 'null';
    case 'array':
      return `Array<${typeOf(schema.items ?? {}, indent)}>`;
    case 'object':
      if (schema.properties !== undefined) return fields(schema, indent);
      return typeof schema.additionalProperties === 'object'
        ? `Record<string, ${typeOf(schema.additionalProperties, indent)}>`
        : 'Record<string, unknown>';
    default:
      return 'unknown';
  }
}

function resources({ resources: all, schemas }: Model): string {
  const queries = all.flatMap(({ name, operations }) =>
    operations.filter(({ query }) => query.length > 0).map((operation) => queryName(name, operation)),
  );
  const code = all.map(resource).join('\n');
  const used = [...Object.keys(schemas), ...queries].filter((name) => new RegExp(`\\b${name}\\b`).test(code));
  const members = all.map(
    ({ name, description }) => `  /** ${description} */\n  ${camelCase(name)}: ${pascalCase(name)};\n`,
  );
  const created = all.map(({ name }) => `    ${camelCase(name)}: new ${pascalCase(name)}(transport),\n`);
  return `import type { CallOptions, CreateOptions, Pages, Transport } from '../transport.ts';
import type {
${used.map((name) => `  ${name},\n`).join('')}} from './types.ts';

class Resource {
  protected readonly transport: Transport;

  constructor(transport: Transport) {
    this.transport = transport;
  }
}

${code}
export interface Resources {
${members.join('')}}

export function createResources(transport: Transport): Resources {
  return {
${created.join('')}  };
}
`;
}

function resource({ name, description, operations }: Resource): string {
  return `/** ${description} */
export class ${pascalCase(name)} extends Resource {
${operations.map((operation) => method(operation, name)).join('\n')}}
`;
}

function method(operation: Operation, resourceName: string[]): string {
  const { name, summary, pathParameters, query, body, hasIdempotencyKey, result } = operation;
  const needsQuery = query.some(({ required }) => required === true);
  const queryType = queryName(resourceName, operation);
  const parameters = [
    ...pathParameters.map((each) => `${camelCase(each.name.split('_'))}: string`),
    ...(body === undefined ? [] : [bodyParameter(body)]),
    ...(query.length === 0 ? [] : [needsQuery ? `query: ${queryType}` : `query: ${queryType} = {}`]),
    `options: ${hasIdempotencyKey ? 'CreateOptions' : 'CallOptions'} = {}`,
  ];
  const path = operation.path.replaceAll(
    /\{(\w+)\}/g,
    (_, parameter: string) => `\${encodeURIComponent(${camelCase(parameter.split('_'))})}`,
  );
  const call = [
    `method: '${operation.method}'`,
    path === operation.path ? `path: '${path}'` : `path: \`${path}\``,
    ...(query.length === 0 ? [] : ['query']),
    ...(body === undefined ? [] : ['body']),
    ...(hasIdempotencyKey ? ['isCreation: true'] : []),
  ].join(', ');
  return `${comment({ description: summary }, '  ')}  ${camelCase(name)}(${parameters.join(', ')}): ${resultType(result)} {
    return this.transport.${result.kind}({ ${call} }, options);
  }
`;
}

function queryName(resourceName: string[], { name }: Operation): string {
  return `${pascalCase([...name, ...resourceName])}Query`;
}

function bodyParameter(body: NonNullable<Operation['body']>): string {
  if (body.kind === 'file') return 'body: Blob';
  return body.isRequired ? `body: ${namedType(body.schema)}` : `body: ${namedType(body.schema)} = {}`;
}

function resultType(result: Operation['result']): string {
  if (result.kind === 'list') return `Pages<${namedType(result.schema)}>`;
  return result.kind === 'file' ? 'Promise<Response>' : `Promise<${namedType(result.schema)}>`;
}

function namedType(schema: Schema): string {
  const name = refName(schema);
  if (name !== undefined) return name;
  throw new Error(`A body or a result has no name: ${JSON.stringify(schema).slice(0, 200)}`);
}
