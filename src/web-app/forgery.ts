import type { FastifyRequest } from 'fastify';
import { ServiceError } from '../platform/errors.ts';

const READING = ['GET', 'HEAD', 'OPTIONS'];
const OWN_SITE = ['same-origin', 'none'];

/**
 * Refuses what another site makes a browser send. A page of another origin cannot send the header without asking first,
 * and is never allowed to; what the browser says of the page is checked on top.
 */
export function createForgeryCheck(options: { publicUrl: string; isProduction?: boolean | undefined }) {
  const ownOrigin = new URL(options.publicUrl).origin;
  // Outside production people open the server by whatever name it has in their network.
  const acceptsOwnHost = options.isProduction === false;

  const isOwnOrigin = (origin: string, host: string | undefined) =>
    origin === ownOrigin ||
    (acceptsOwnHost && host !== undefined && (origin === `http://${host}` || origin === `https://${host}`));

  return ({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): void => {
    if (READING.includes(method)) return;
    const { origin, host } = headers;
    const site = headers['sec-fetch-site'];
    if (headers['x-shutterpost'] !== '1') throw refused('The X-Shutterpost: 1 header is missing.');
    if (origin !== undefined && !isOwnOrigin(origin, host)) throw refused('The call came from another site.');
    if (site !== undefined && !OWN_SITE.includes(String(site)))
      throw refused('The call came from another site.');
  };
}

function refused(message: string): ServiceError {
  return new ServiceError('csrf_refused', message);
}
