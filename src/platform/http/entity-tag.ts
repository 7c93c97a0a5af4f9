import type { FastifyRequest } from 'fastify';

/** Whether the caller has just this already, so that 304 says all. */
export function isUnchanged(request: Pick<FastifyRequest, 'headers'>, etag: string): boolean {
  const known = request.headers['if-none-match'];
  return (
    known?.trim() === '*' ||
    (known?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag) ?? false)
  );
}
