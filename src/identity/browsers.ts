import type { FastifyReply, FastifyRequest } from 'fastify';
import { createDeviceCookie, createSessionCookie } from './cookies.ts';
import type { KnownDevices } from './known-devices.ts';
import type { Device } from './sessions.ts';

export type KnownBrowser = Device & { token: string };

/** The browser of a call: its session, and what it is known by. */
export interface BrowserDeps {
  publicUrl: string;
  identity: { knownDevices: KnownDevices };
}

export function createBrowsers({ publicUrl, identity }: BrowserDeps) {
  const session = createSessionCookie(publicUrl);
  const device = createDeviceCookie(publicUrl);

  return {
    sessionOf: session.read,

    deviceOf: (request: FastifyRequest): KnownBrowser => ({
      ipAddress: request.ip,
      userAgent: request.headers['user-agent'] ?? '',
      token: identity.knownDevices.tokenOf(device.read(request)),
    }),

    /** Until the second factor is there, the browser is not known. */
    setPending: session.set,

    setSignedIn(reply: FastifyReply, sessionToken: string, { token }: KnownBrowser): void {
      session.set(reply, sessionToken);
      device.set(reply, token);
    },

    setKnown: (reply: FastifyReply, { token }: KnownBrowser): void => device.set(reply, token),

    signOut: session.clear,

    clear(reply: FastifyReply): void {
      session.clear(reply);
      device.clear(reply);
    },
  };
}
