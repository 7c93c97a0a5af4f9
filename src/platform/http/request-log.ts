import type { FastifyInstance } from 'fastify';

/** One line per call, without its query string, which is where people put secrets by mistake. */
export function logEveryAnswer(app: FastifyInstance, redact: (text: string) => string): void {
  app.addHook('onRequest', (request, reply, done) => {
    request.unknownNames = [];
    reply.header('x-request-id', request.id);
    reply.header('x-content-type-options', 'nosniff');
    done();
  });

  app.addHook('onResponse', (request, reply, done) => {
    const url = request.raw.url ?? '';
    const end = url.indexOf('?');
    request.log.info(
      {
        method: request.method,
        path: redact(end === -1 ? url : url.slice(0, end)),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ip: request.ip,
      },
      'answered',
    );
    done();
  });
}
