import type { FastifyReply, FastifyRequest } from 'fastify';
import { SESSION_MS } from '../identity/sessions.ts';

export type SessionCookie = ReturnType<typeof createSessionCookie>;

/** Over https the browser itself keeps other hosts and paths from setting it. */
export function createSessionCookie(publicUrl: string) {
  const isSecure = publicUrl.startsWith('https:');
  const name = isSecure ? '__Host-shutterpost' : 'shutterpost';
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
      reply.header('set-cookie', `${name}=${token}; ${attributes}; Max-Age=${SESSION_MS / 1000}`);
    },

    clear(reply: FastifyReply): void {
      reply.header('set-cookie', `${name}=; ${attributes}; Max-Age=0`);
    },
  };
}
