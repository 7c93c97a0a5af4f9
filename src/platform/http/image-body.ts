import type { App } from './typed-app.ts';

/** Bodies that are images. What is none is refused by whoever looks into it. */
export function takeImages(app: App): void {
  app.addContentTypeParser<Buffer>(/^image\//, { parseAs: 'buffer' }, (request, body, done) => {
    request.rawBody = body;
    done(null, body);
  });
}
