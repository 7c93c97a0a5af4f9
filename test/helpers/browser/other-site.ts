import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface OtherSite {
  origin: string;
  /** What its pages are, by path. */
  pages: Map<string, { body: string; headers?: Record<string, string> }>;
  close(): Promise<void>;
}

/** A site of someone else: by another name than ours, so that browsers keep them apart. */
export async function startOtherSite(): Promise<OtherSite> {
  const pages: OtherSite['pages'] = new Map();
  const server = createServer((request, response) => {
    const page = pages.get((request.url ?? '').split('?')[0] ?? '');
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html', ...page?.headers });
    response.end(page?.body ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://localhost:${port}`,
    pages,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
