import { z } from 'zod';
import { notFound } from '../platform/errors.ts';
import { PUBLIC } from '../platform/http/access.ts';
import type { App } from '../platform/http/typed-app.ts';
import type { BuiltFiles } from './built-files.ts';
import { acceptedEncoding } from './send-page.ts';

/** For what never changes under its name: whoever has it never asks again. */
export const FOR_EVER = 'public, max-age=31536000, immutable';

const WORKER = /\.worker-[^/]+\.js$/;
/** A worker does not have the policy of its page. It may run WebAssembly and ask this server, and nothing else. */
const WORKER_POLICY = "default-src 'none'; script-src 'wasm-unsafe-eval'; connect-src 'self'";

export function builtFileRoute(
  app: App,
  base: '/' | '/app/' | '/docs/',
  files: () => BuiltFiles | Promise<BuiltFiles>,
): void {
  const schema = { params: z.object({ '*': z.string() }) };
  app.get(`${base}assets/*`, { config: { access: PUBLIC }, schema }, async (request, reply) => {
    const file = (await files()).get(`${base}assets/${request.params['*']}`);
    const encoding = acceptedEncoding(request as never);
    const content = await file?.content(encoding);
    if (file === undefined || content === undefined) throw notFound('This address');
    reply
      .header('content-type', file.contentType)
      .header('cache-control', FOR_EVER)
      .header('vary', 'accept-encoding');
    if (WORKER.test(request.params['*'])) reply.header('content-security-policy', WORKER_POLICY);
    if (encoding !== undefined) reply.header('content-encoding', encoding);
    return reply.send(content);
  });
}
