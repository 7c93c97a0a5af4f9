import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { notFound } from '../platform/errors.ts';
import { PUBLIC } from '../platform/http/access.ts';
import type { App } from '../platform/http/typed-app.ts';
import { loadOnce } from '../platform/once.ts';

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference – Shutterpost documentation</title>
<link rel="icon" href="/docs/reference/favicon-32x32.png">
<link rel="stylesheet" href="/docs/reference/swagger-ui.css">
</head>
<body>
<nav class="back"><a href="/docs">Documentation</a></nav>
<div id="reference"></div>
<script src="/docs/reference/swagger-ui-bundle.js"></script>
<script src="/docs/reference/start.js"></script>
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

/** Every call with its fields, and a form to try it, every byte of it from this process. */
export function referenceRoutes(app: App): void {
  const vendorFolder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  const vendorFileOf = loadOnce((file: string) => readFile(join(vendorFolder, file)));
  const options = { config: { access: PUBLIC }, schema: { hide: true } };

  app.get('/docs/reference', options, async (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', POLICY).send(PAGE),
  );
  app.get('/docs/reference/start.js', options, async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(START),
  );
  app.get<{ Params: { file: string } }>('/docs/reference/:file', options, async (request, reply) => {
    const { file } = request.params;
    const type = Object.hasOwn(VENDOR_FILES, file) ? VENDOR_FILES[file] : undefined;
    if (type === undefined) throw notFound('This address');
    return reply
      .type(type)
      .header('cache-control', 'public, max-age=3600')
      .send(await vendorFileOf(file));
  });
}
