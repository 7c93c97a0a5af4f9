import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { builtFileRoute } from '../pages/built-file-route.ts';
import { sendPage } from '../pages/send-page.ts';
import { notFound } from '../platform/errors.ts';
import { PUBLIC } from '../platform/http/access.ts';
import type { App } from '../platform/http/typed-app.ts';
import { loadOnce } from '../platform/once.ts';
import { projectFile } from '../platform/project-files.ts';
import { type ApiDocument, collectionOf } from './collection.ts';
import { BASE, readDocumentation } from './contents.ts';
import { llmsText } from './llms.ts';
import { renderContents, renderGuide, renderMissing } from './page.ts';
import { referenceRoutes } from './reference.ts';

const FOLDER = projectFile('web/dist/docs');
const API_DOCUMENT = projectFile('docs/openapi.json');
const CONTENT_TYPES = { png: 'image/png', svg: 'image/svg+xml' };

/** The guides, as pages in the look of the product and as Markdown for machines. */
export function documentationRoutes(app: App, { publicUrl }: { publicUrl: string }): void {
  // Only when someone asks: most servers are never asked.
  const documentation = loadOnce(() => readDocumentation(FOLDER, publicUrl));
  const imageOf = loadOnce((image: string) => readFile(join(FOLDER, 'images', image)));
  const collection = loadOnce(async () => {
    const document: ApiDocument = JSON.parse(await readFile(API_DOCUMENT, 'utf8'));
    return JSON.stringify(collectionOf(document, publicUrl));
  });
  const options = { config: { access: PUBLIC } };

  app.get('/docs', options, async (request, reply) => {
    const site = await documentation();
    return sendPage(request, reply, {
      status: 200,
      usesCamera: false,
      render: (nonce) => renderContents(site, nonce),
    });
  });

  app.get(
    '/docs/:page',
    { ...options, schema: { params: z.object({ page: z.string() }) } },
    async (request, reply) => {
      const site = await documentation();
      const [, slug = '', type] = /^([\w-]+)(\.md)?$/.exec(request.params.page) ?? [];
      const page = site.pages.get(slug);
      if (page === undefined)
        return sendPage(request, reply, {
          status: 404,
          usesCamera: false,
          render: (nonce) => renderMissing(site, nonce),
        });
      if (type === '.md') return reply.type('text/markdown; charset=utf-8').send(page.markdown);
      const render = (nonce: string) => renderGuide(site, page, nonce);
      return sendPage(request, reply, { status: 200, usesCamera: false, render });
    },
  );

  app.get(
    '/docs/images/:image',
    { ...options, schema: { params: z.object({ image: z.string() }) } },
    async (request, reply) => {
      const { image } = request.params;
      if (!(await documentation()).images.includes(image)) throw notFound('This image');
      const type = CONTENT_TYPES[image.split('.').at(-1) as keyof typeof CONTENT_TYPES];
      return reply.type(type).send(await imageOf(image));
    },
  );

  app.get('/llms.txt', options, async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(llmsText(await documentation(), publicUrl)),
  );

  app.get('/docs/collection.json', options, async (_request, reply) =>
    reply
      .type('application/json; charset=utf-8')
      .header('content-disposition', 'attachment; filename="shutterpost.postman_collection.json"')
      .send(await collection()),
  );

  referenceRoutes(app);
  builtFileRoute(app, BASE, async () => (await documentation()).files);
}
