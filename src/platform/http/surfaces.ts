/** Parts of the service that must not take each other's room: a flood of one leaves the others working. */
export type Surface = 'v1' | 'customer' | 'app' | 'photos' | 'live';

/** By the address of the call; live streams are told apart by their route. */
export function surfaceOf(path: string): Exclude<Surface, 'live'> {
  // Tools for language models are calls of `/v1` by clients of the API.
  if (isBelow(path, '/v1') || isBelow(path, '/mcp')) return 'v1';
  if (isBelow(path, '/app')) return 'app';
  if (isBelow(path, '/photos')) return 'photos';
  return 'customer';
}

export function isBelow(path: string, root: string): boolean {
  if (!path.startsWith(root)) return false;
  const next = path[root.length];
  return next === undefined || next === '/' || next === '?';
}
