import { readFile } from 'node:fs/promises';
import { PUBLIC } from '../platform/http/access.ts';
import type { App } from '../platform/http/typed-app.ts';

const DOCUMENT = new URL('../../docs/openapi.json', import.meta.url);

/** The document is generated from the routes' schemas (`npm run openapi`) and compared with them in the tests. */
export function openApiRoutes(app: App, { publicUrl }: { publicUrl: string }): void {
  let document: string | undefined;
  app.get(
    '/openapi.json',
    { config: { access: PUBLIC }, schema: { hide: true } },
    async (_request, reply) => {
      document ??= JSON.stringify({
        ...JSON.parse(await readFile(DOCUMENT, 'utf8')),
        servers: [{ url: `${publicUrl}/v1` }],
      });
      return reply.type('application/json; charset=utf-8').send(document);
    },
  );
}
