import { describe, expect, it } from 'vitest';
import { PUBLIC_URL, useTestApp } from '../helpers/app/test-app.ts';

const LINK = /\b(?:href|src)="(\/[^"#]*)?(#[^"]*)?"/g;

describe('the documentation', () => {
  const api = useTestApp();
  const read = async (path: string) => {
    const { statusCode, body } = await api.call('GET', path);
    expect(statusCode, path).toBe(200);
    return body;
  };
  const pagesIn = (text: string) => [...new Set(text.match(/\/docs\/[\w-]+(?=")/g))];

  it('should lead to nothing that is not there', async () => {
    const pages = ['/docs', ...pagesIn(await read('/docs'))];
    expect(pages.length).toBeGreaterThan(15);
    const broken: string[] = [];
    const found = new Map<string, string>();
    const open = async (path: string) => {
      if (!found.has(path)) {
        const { statusCode, body } = await api.call('GET', path);
        found.set(path, statusCode < 400 ? body : '');
      }
      return found.get(path) as string;
    };
    for (const page of pages) {
      for (const [, path = page, anchor = ''] of (await open(page)).matchAll(LINK)) {
        // Served by the web application, which this service is without.
        if (path === '/app') continue;
        const target = await open(path);
        const isThere = target !== '' && (anchor === '' || target.includes(`id="${anchor.slice(1)}"`));
        if (!isThere) broken.push(`${page}: ${path}${anchor}`);
      }
    }
    expect(broken).toEqual([]);
  });

  it('should name the address of the installation where integrators copy from, and nowhere another one', async () => {
    for (const path of ['/docs/quick-start', '/docs/quick-start.md'])
      expect(await read(path)).toContain(`curl -s ${PUBLIC_URL}/v1/photo-requests`);
    const everything = await Promise.all(pagesIn(await read('/docs')).map(read));
    const integrators = everything.filter((text) => text.includes(PUBLIC_URL));
    expect(integrators.filter((text) => text.includes('localhost:3000'))).toEqual([]);
  });

  it('should list every page as Markdown for language models', async () => {
    const text = await read('/llms.txt');
    const listed = [...text.matchAll(/\((\S+\/docs\/[\w-]+)\.md\): (\S.*)$/gm)];
    const slugs = pagesIn(await read('/docs')).filter((path) => path !== '/docs/reference');
    expect(listed.map(([, address]) => address)).toEqual(slugs.map((path) => PUBLIC_URL + path));
    for (const path of slugs) expect(await read(`${path}.md`)).toMatch(/^# /);
  });

  it.each(['/docs/nothing', '/docs/quick-start.txt', '/docs/..%2f..%2fpackage', '/docs/images/nothing.png'])(
    'should not know %s',
    async (path) => {
      expect((await api.call('GET', path)).statusCode).toBe(404);
    },
  );

  it('should have a collection with every call of the reference that ends', async () => {
    const { item } = JSON.parse(await read('/docs/collection.json'));
    const calls = item.flatMap(
      (folder: { item: { request: { method: string; url: { path: string[] } } }[] }) =>
        folder.item.map(({ request }) => `${request.method} /${request.url.path.join('/')}`),
    );
    const { paths } = JSON.parse(await read('/v1/openapi.json'));
    const operations = Object.entries<object>(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
    );
    const ending = operations.filter((operation) => operation !== 'GET /events/stream');
    expect(calls.toSorted()).toEqual(ending.toSorted());
  });
});
