import { OPERATOR } from '../../../src/audit/actor.ts';
import type { Cluster } from './cluster.ts';

export interface ClusterWorkspace {
  id: string;
  email: string;
  key: string;
  keyId: string;
}

export const PASSWORD = 'seven quiet rivers bend north';
let workspaces = 0;

export async function createWorkspace(
  { services }: Cluster,
  { unlimited = true }: { unlimited?: boolean } = {},
): Promise<ClusterWorkspace> {
  workspaces += 1;
  const email = `owner-${workspaces}@example.com`;
  const { workspaceId } = await services.identity.ownedWorkspaces.create(OPERATOR, {
    name: `Workspace ${workspaces}`,
    email,
    password: PASSWORD,
    plan: 'enterprise',
  });
  if (unlimited)
    await services.workspaces.setLimits(OPERATOR, workspaceId, { perMinute: 1_000_000, perHour: 1_000_000 });
  const { id, key } = await services.apiKeys.create(OPERATOR, workspaceId, {
    environment: 'live',
    name: 'A key',
  });
  return { id: workspaceId, email, key, keyId: id };
}

/** Calls the session API as our own page does. */
export async function callAsPage(
  node: { url: string },
  call: { method: string; path: string; publicUrl: string; cookie?: string; body?: object; address?: string },
): Promise<{ status: number; cookie: string; data: Record<string, unknown> }> {
  const { address = '192.0.2.1' } = call;
  const response = await fetch(`${node.url}/app/api${call.path}`, {
    method: call.method,
    headers: {
      connection: 'close',
      // By way of the load balancer, or as it would tell a node.
      'x-test-address': address,
      'x-forwarded-for': address,
      origin: call.publicUrl,
      'sec-fetch-site': 'same-origin',
      'x-shutterpost': '1',
      ...(call.cookie === undefined ? {} : { cookie: call.cookie }),
      ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    cookie: response.headers.get('set-cookie')?.split(';')[0] ?? '',
    data: text === '' ? {} : JSON.parse(text).data,
  };
}
