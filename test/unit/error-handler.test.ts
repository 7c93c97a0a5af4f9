import { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { createTraceError } from '../../src/platform/http/error-body.ts';
import { createErrorHandler } from '../../src/platform/http/error-handler.ts';

/** What a thread says that gets less memory than it needs. */
function outOfMemory(): Promise<unknown> {
  const worker = new Worker('const all = []; for (;;) all.push(new Array(10_000).fill(all.length));', {
    eval: true,
    resourceLimits: { maxOldGenerationSizeMb: 8 },
  });
  return new Promise((resolve) => worker.once('error', resolve));
}

describe('an error that no one foresaw', () => {
  async function response(error: unknown) {
    const app = Fastify();
    app.setErrorHandler(createErrorHandler(createTraceError('https://photos.example.com')));
    app.get('/', () => Promise.reject(error));
    app.get('/file', (_request, reply) =>
      reply.headers({ 'content-type': 'image/jpeg', 'content-length': 9, etag: '"a"' }).send(failing(error)),
    );
    const [plain, file] = [await app.inject('/'), await app.inject('/file')];
    await app.close();
    expect({ ...file.json().error, request_id: '' }).toEqual({ ...plain.json().error, request_id: '' });
    expect(file.headers.etag).toBeUndefined();
    return [plain.statusCode, plain.json().error.code, plain.headers['retry-after'], file.statusCode];
  }
  const failing = (error: unknown) =>
    new Readable({
      read() {
        this.destroy(error as Error);
      },
    });

  it.each(['EMFILE', 'ENFILE', 'ENOMEM', 'ENOSPC'])(
    'should be 503 when the machine has no more: %s',
    async (code) => {
      const error = Object.assign(new Error(`${code}: open '/srv/photos'`), { code, syscall: 'open' });
      expect(await response(error)).toEqual([503, 'service_unavailable', '5', 503]);
    },
  );

  it('should be 503 when a thread runs out of memory', async () => {
    expect(await response(await outOfMemory())).toEqual([503, 'service_unavailable', '5', 503]);
  });

  it('should be 500 otherwise', async () => {
    expect(await response(new TypeError('x is not a function'))).toEqual([
      500,
      'internal_error',
      undefined,
      500,
    ]);
  });
});
