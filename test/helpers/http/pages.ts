import { expect } from 'vitest';
import type { TestApp } from '../app/test-app.ts';
import { expectData } from './expect-response.ts';

export interface ListedPage<T = { id: string }> {
  data: T[];
  nextCursor: string | null;
}

/** One page, its meta held against the design: a cursor exactly when there is more. */
export async function readPage<T = { id: string }>(
  api: TestApp,
  key: string,
  path: string,
): Promise<ListedPage<T>> {
  const response = await api.call('GET', path, { key });
  const data = expectData<T[]>(response);
  const { meta } = response.json();
  expect(meta).toStrictEqual({
    request_id: response.headers['x-request-id'],
    has_more: meta.next_cursor !== null,
    next_cursor: meta.has_more ? expect.stringMatching(/^[\w-]+$/) : null,
  });
  return { data, nextCursor: meta.next_cursor };
}

/** The ids of every page from the first to the last. */
export async function walkPages(
  api: TestApp,
  key: string,
  path: string,
  betweenPages: () => Promise<void> = async () => {},
): Promise<string[][]> {
  const separator = path.includes('?') ? '&' : '?';
  const pages: string[][] = [];
  let cursor: string | null = null;
  do {
    const at: string = cursor === null ? path : `${path}${separator}cursor=${cursor}`;
    const page: ListedPage = await readPage(api, key, at);
    pages.push(page.data.map(({ id }) => id));
    cursor = page.nextCursor;
    if (cursor !== null) await betweenPages();
    expect(pages.length, 'the walk ends').toBeLessThan(200);
  } while (cursor !== null);
  return pages;
}

export async function listIds(api: TestApp, key: string, path: string): Promise<string[]> {
  return (await readPage(api, key, path)).data.map(({ id }) => id);
}
