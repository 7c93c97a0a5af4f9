import type { FastifyReply, FastifyRequest } from 'fastify';
import { KNOWN_DEVICE_MS } from './known-devices.ts';
import { SESSION_MS } from './sessions.ts';

/** The session, which ends at sign-out. */
export const createSessionCookie = (publicUrl: string) => createCookie(publicUrl, 'shutterpost', SESSION_MS);

/** What the browser is known by at its next sign-in. It opens nothing. */
export const createDeviceCookie = (publicUrl: string) =>
  createCookie(publicUrl, 'shutterpost-device', KNOWN_DEVICE_MS);

/** Over https the browser itself keeps other hosts and paths from setting it. */
function createCookie(publicUrl: string, plainName: string, lifetimeMs: number) {
  const isSecure = publicUrl.startsWith('https:');
  const name = isSecure ? `__Host-${plainName}` : plainName;
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;

  return {
    /** The token, or an empty text. */
    read(request: FastifyRequest): string {
      for (const pair of (request.headers.cookie ?? '').split(';')) {
        const [key = '', value = ''] = pair.trim().split('=', 2);
        if (key === name) return value;
      }
      return '';
    },

    set(reply: FastifyReply, token: string): void {
      reply.header('set-cookie', `${name}=${token}; ${attributes}; Max-Age=${lifetimeMs / 1000}`);
    },

    clear(reply: FastifyReply): void {
      reply.header('set-cookie', `${name}=; ${attributes}; Max-Age=0`);
    },
  };
}
