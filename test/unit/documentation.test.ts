import { readFile } from 'node:fs/promises';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { documentationRoutes } from '../../src/documentation/routes.ts';
import { ZOD_COMPILERS } from '../../src/platform/http/schema-compilers.ts';

vi.mock('node:fs/promises', { spy: true });

describe('the documentation', () => {
  let app: FastifyInstance;
  beforeEach(() => {
    app = fastify({ schemaController: ZOD_COMPILERS });
    documentationRoutes(app as never, { publicUrl: 'https://photos.example.com' });
  });
  afterEach(() => app.close());

  it.each([
    '/docs/quick-start.md',
    '/docs/images/mail-request.png',
    '/docs/collection.json',
    '/docs/reference/swagger-ui-bundle.js',
    '/llms.txt',
  ])('should be read once, however many people ask for it: %s', async (path) => {
    const readings = async () => {
      vi.mocked(readFile).mockClear();
      const [response] = await Promise.all([app.inject(path), app.inject(path)]);
      expect(response.statusCode).toBe(200);
      const files = vi.mocked(readFile).mock.calls.map(([file]) => String(file));
      return { files, body: response.body };
    };
    const first = await readings();
    expect(first.files.length).toBeGreaterThan(0);
    expect(first.files).toEqual([...new Set(first.files)]);
    expect(await readings()).toEqual({ files: [], body: first.body });
  });

  it('should be read again for the next person when reading failed', async () => {
    const path = '/docs/reference/swagger-ui.css';
    vi.mocked(readFile).mockRejectedValueOnce(new Error('gone for a moment'));
    expect((await app.inject(path)).statusCode).toBe(500);
    expect((await app.inject(path)).statusCode).toBe(200);
  });
});
