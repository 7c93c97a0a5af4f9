import { PUBLIC } from '../platform/http/access.ts';
import type { App } from '../platform/http/typed-app.ts';
import type { Credentials } from './credentials.ts';

/** Whoever checks sealed photos keeps it for a while; a new authority is published long before it matters. */
const CACHED_SECONDS = 3_600;

/** The certificates that readers must trust to trust the seals of this installation. */
export function contentCredentialRoutes(
  app: App,
  { credentials }: { credentials: Pick<Credentials, 'ensure' | 'trust'> },
): void {
  app.get('/.well-known/shutterpost-ca.pem', { config: { access: PUBLIC } }, async (_request, reply) => {
    await credentials.ensure();
    return reply
      .headers({
        'content-type': 'application/x-pem-file',
        'cache-control': `public, max-age=${CACHED_SECONDS}`,
      })
      .send((await credentials.trust()).anchors.join(''));
  });
}
