import { randomBytes } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GUARD_SOURCE } from './failure-guard.ts';

const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** Sends a page with the headers that every page has. Only the capture pages may ask for camera and location. */
export function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: {
    status: number;
    usesCamera: boolean;
    /** The one origin whose pages may show it in a frame. */
    framedBy?: string | undefined;
    /** What lets an inline script of its own pass the content security policy. */
    scriptSource?: string;
    render: (nonce: string) => string;
  },
) {
  const nonce = randomBytes(16).toString('base64');
  reply
    .code(page.status)
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-security-policy', contentPolicy(nonce, page))
    .header(
      'permissions-policy',
      page.usesCamera
        ? 'camera=(self), geolocation=(self), microphone=()'
        : 'camera=(), geolocation=(), microphone=()',
    )
    .header('referrer-policy', 'no-referrer')
    .header('x-robots-tag', 'noindex')
    .header('cross-origin-opener-policy', 'same-origin')
    .header('vary', 'accept-language, cookie, accept-encoding');
  // It knows no origins: where one is allowed, the content policy alone says so.
  if (page.framedBy === undefined) reply.header('x-frame-options', 'DENY');
  return sendCompressed(request, reply, page.render(nonce));
}

function contentPolicy(
  nonce: string,
  { framedBy = "'none'", scriptSource }: { framedBy?: string | undefined; scriptSource?: string },
): string {
  return [
    "default-src 'none'",
    `script-src 'self' ${GUARD_SOURCE}${scriptSource === undefined ? '' : ` ${scriptSource}`}`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' blob: data:",
    "media-src 'self' blob: mediastream:",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${framedBy}`,
  ].join('; ');
}

/** A few kilobytes, so compressing them is a fraction of a millisecond, and on a bad network a second. */
function sendCompressed(request: FastifyRequest, reply: FastifyReply, text: string) {
  const accepted = acceptedEncoding(request);
  if (accepted === undefined) return reply.send(text);
  reply.header('content-encoding', accepted);
  return reply.send(accepted === 'br' ? brotliCompressSync(text, BROTLI) : gzipSync(text));
}

export function acceptedEncoding(request: FastifyRequest): 'br' | 'gzip' | undefined {
  const header = request.headers['accept-encoding'];
  const accepted = typeof header === 'string' ? header : '';
  if (/\bbr\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(accepted)) return 'br';
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(accepted) ? 'gzip' : undefined;
}
