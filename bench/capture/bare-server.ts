// The ceiling: Fastify with one route that makes a body durable. Usage: node bench/capture/bare-server.ts
import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import fastify from 'fastify';

const { DATA_DIR = '', PORT } = process.env;
const FOLDER = join(DATA_DIR, 'photos');
mkdirSync(FOLDER, { recursive: true });

const app = fastify();
app.addContentTypeParser('image/jpeg', (_request, body, done) => done(null, body));
app.get('/healthz', () => ({ status: 'ok' }));
app.put<{ Params: { name: string }; Body: Readable }>('/photos/:name', async (request, reply) => {
  const path = join(FOLDER, `${request.params.name}.jpg`);
  const sha256 = await store(request.body, path);
  reply.code(201);
  return { data: { sha256 } };
});
await app.listen({ port: Number(PORT), host: '127.0.0.1' });
process.once('SIGTERM', () => process.exit(0));

async function store(body: Readable, path: string): Promise<string> {
  const temporary = `${path}.part`;
  const hash = createHash('sha256');
  const file = await open(temporary, 'wx', 0o600);
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      hash.update(chunk);
      await file.write(chunk);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
  return hash.digest('hex');
}
