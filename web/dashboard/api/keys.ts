import type { Query } from './client.ts';

/** Everything read of the workspace, in both environments: much of it, such as settings and members, belongs to neither. */
export function workspaceKey(workspaceId: string): unknown[] {
  return ['workspace', workspaceId];
}

/** What events invalidate together: the first part of the path, and one request apart from the lists of requests. */
function areaOf(path: string): string | undefined {
  return /^photo-requests\/[^/]+$/.test(path) ? 'photo-request' : path.split('/')[0];
}

/** Keys begin with the workspace, the environment and the area. */
export function keyOf(workspaceId: string, environment: string, path?: string, query?: Query) {
  const key = [...workspaceKey(workspaceId), environment];
  if (path !== undefined) key.push(areaOf(path), path);
  if (query !== undefined) key.push(query);
  return key;
}
