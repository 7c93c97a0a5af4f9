import type { FastifyRequest } from 'fastify';
import { MAX_ORIGIN_LENGTH, webUrl } from '../workspaces/origins.ts';
import type { CaptureTarget } from './targets.ts';

/** How a page is shown: by itself, in a frame of a site that may, or of one that may not. */
export type Framing = { kind: 'none' } | { kind: 'allowed' | 'refused'; origin: string };

/**
 * The site around a frame names itself in the address. No one gains anything by naming another one: the content policy
 * lets the named one frame the page, and no other.
 */
export function framingOf(request: FastifyRequest, target?: Pick<CaptureTarget, 'origins'>): Framing {
  const { embed } = request.query as { embed?: unknown };
  if (typeof embed !== 'string' || embed.length > MAX_ORIGIN_LENGTH || webUrl(embed)?.origin !== embed)
    return { kind: 'none' };
  return { kind: target?.origins.includes(embed) === true ? 'allowed' : 'refused', origin: embed };
}

/** Of a page that is allowed to be there. */
export function embedOf(framing: Framing): string | undefined {
  return framing.kind === 'allowed' ? framing.origin : undefined;
}

/** So that the next page knows it too. */
export function embedQuery(framing: Framing): string {
  return framing.kind === 'none' ? '' : `?embed=${encodeURIComponent(framing.origin)}`;
}
