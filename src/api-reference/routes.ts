import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { notFound } from '../platform/errors.ts';
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

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Shutterpost API</title>
<link rel="icon" href="/docs/favicon-32x32.png">
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
<div id="reference"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

const START = `SwaggerUIBundle({
  url: '/v1/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  tryItOutEnabled: true,
  validatorUrl: null,
});
`;

const VENDOR_FILES: Record<string, string> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
};

/** Nothing is fetched from elsewhere and no inline script runs; Swagger UI sets inline styles and data: icons. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** A browsable reference, every byte of it from this process. */
export function apiReferenceRoutes(app: App): void {
  const vendorFolder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  const options = { config: { access: PUBLIC }, schema: { hide: true } };

  app.get('/docs', options, async (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', POLICY).send(PAGE),
  );
  app.get('/docs/start.js', options, async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(START),
  );
  app.get<{ Params: { file: string } }>('/docs/:file', options, async (request, reply) => {
    const { file } = request.params;
    const type = Object.hasOwn(VENDOR_FILES, file) ? VENDOR_FILES[file] : undefined;
    if (type === undefined) throw notFound('This address');
    return reply
      .type(type)
      .header('cache-control', 'public, max-age=3600')
      .send(await readFile(join(vendorFolder, file)));
  });
}
