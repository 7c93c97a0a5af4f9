import type { ApiKey } from '../api-keys/api-key.ts';
import { OPERATOR } from '../audit/actor.ts';
import { toWireTime, toWireTimeOrNull } from '../platform/clock.ts';
import { notFound } from '../platform/errors.ts';
import type { Services } from '../services.ts';
import { SCOPES } from '../shared/scopes.ts';
import {
  type Command,
  flag,
  type Given,
  listOf,
  oneOf,
  optional,
  type Result,
  required,
  UsageError,
} from './command.ts';

const id = required('ID');

type KeyServices = Pick<Services, 'apiKeys' | 'workspaceOfKey'>;

export const keyCommands: Command<keyof KeyServices | 'workspaces'>[] = [
  {
    name: 'key create',
    summary: 'Create an API key; its value is shown only once',
    options: {
      workspace: required('ID'),
      env: required('live|test'),
      name: required('NAME'),
      scopes: optional('A,B'),
      inactive: flag,
    },
    async run({ apiKeys }, given) {
      const scopes = given.optional('scopes');
      const created = await apiKeys.create(OPERATOR, given.text('workspace'), {
        environment: oneOf('env', given.text('env'), ['live', 'test'] as const),
        name: given.text('name'),
        scopes: scopes === undefined ? undefined : readScopes(scopes),
        isActive: !given.flag('inactive'),
      });
      return { id: created.id, key: created.key };
    },
  },
  {
    name: 'key list',
    summary: 'List the keys of a workspace, masked',
    options: { workspace: required('ID') },
    async run({ apiKeys, workspaces }, given) {
      const workspace = await workspaces.find(given.text('workspace'));
      return { data: (await apiKeys.list(workspace.id)).map(toWire) };
    },
  },
  {
    name: 'key edit',
    summary: 'Rename, activate or deactivate a key',
    options: { id, name: optional('NAME'), active: optional('true|false') },
    async run(services, given) {
      const name = given.optional('name');
      const active = given.optional('active');
      if (name === undefined && active === undefined) throw new UsageError('Give --name, --active or both');
      return edit(services, given, {
        ...(name === undefined ? {} : { name }),
        ...(active === undefined
          ? {}
          : { isActive: oneOf('active', active, ['true', 'false'] as const) === 'true' }),
      });
    },
  },
  {
    name: 'key deactivate',
    summary: 'Deactivate a key; it stops working immediately',
    options: { id },
    run: (services, given) => edit(services, given, { isActive: false }),
  },
  {
    name: 'key activate',
    summary: 'Activate a key again',
    options: { id },
    run: (services, given) => edit(services, given, { isActive: true }),
  },
  {
    name: 'key regenerate',
    summary: 'Give a key a new value, shown only once; the old one stops working immediately',
    options: { id },
    async run(services, given) {
      const issued = await services.apiKeys.regenerate(OPERATOR, ...(await keyOf(services, given)));
      return { ...toWire(issued), key: issued.key };
    },
  },
  {
    name: 'key delete',
    summary: 'Delete a key permanently',
    options: { id },
    async run(services, given) {
      const deleted = await services.apiKeys.delete(OPERATOR, ...(await keyOf(services, given)));
      return { ...toWire(deleted), deleted: true };
    },
  },
];

async function edit(
  services: KeyServices,
  given: Given,
  changes: { name?: string; isActive?: boolean },
): Promise<Result> {
  return toWire(await services.apiKeys.edit(OPERATOR, ...(await keyOf(services, given)), changes));
}

async function keyOf(services: KeyServices, given: Given): Promise<[workspaceId: string, keyId: string]> {
  const keyId = given.text('id');
  const workspaceId = await services.workspaceOfKey(keyId);
  if (workspaceId === undefined) throw notFound('The API key');
  return [workspaceId, keyId];
}

function readScopes(text: string) {
  return listOf('scopes', text).map((scope) => oneOf('scopes', scope, SCOPES));
}

function toWire(key: ApiKey): Result {
  return {
    id: key.id,
    workspace_id: key.workspaceId,
    environment: key.environment,
    name: key.name,
    active: key.isActive,
    masked_key: key.maskedKey,
    scopes: key.scopes,
    last_used_at: toWireTimeOrNull(key.lastUsedAt),
    created_at: toWireTime(key.createdAt),
  };
}
