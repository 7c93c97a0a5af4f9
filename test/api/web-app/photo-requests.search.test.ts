import { beforeAll, describe, expect, it } from 'vitest';
import { createRequestSearch } from '../../../src/photo-requests/search-repository.ts';
import { displayCode } from '../../../src/shared/short-code.ts';
import { useTestApp } from '../../helpers/app/test-app.ts';
import { createOwner, useOwner } from '../../helpers/app/web-browser.ts';
import { expectRefusal } from '../../helpers/capture/customer.ts';
import { ids, photoRequestRow } from '../../helpers/database/rows.ts';
import { insertRows } from '../../helpers/database/stored-rows.ts';
import { createRequest, createSubmitted } from './web-requests.ts';

describe('the search for photo requests', () => {
  const api = useTestApp();
  const owner = useOwner(api);

  async function search(term: string, more = ''): Promise<string[]> {
    const query = `search=${encodeURIComponent(term)}${more}`;
    const found = await owner.browser.expect<{ id: string }[]>(
      'GET',
      `${owner.path}/photo-requests?${query}`,
    );
    return found.map(({ id }) => id);
  }

  it('should find one by its code, in any case, with or without a dash', async () => {
    const { id, code } = await createRequest(owner);
    const dashed = displayCode(code);
    for (const term of [code, code.toLowerCase(), dashed, ` ${dashed.toLowerCase()} `]) {
      expect(await search(term)).toEqual([id]);
    }
    expect(await search(code.slice(0, 7))).toEqual([]);
  });

  it('should find one by its id', async () => {
    const { id } = await createRequest(owner);
    expect(await search(id)).toEqual([id]);
  });

  it('should find them by any part of their external id, newest first', async () => {
    const first = await createRequest(owner, { external_id: 'CLAIM-4711' });
    api.clock.advance(1_000);
    const second = await createRequest(owner, { external_id: 'CLAIM-4712' });
    expect(await search('CLAIM-47')).toEqual([second.id, first.id]);
    expect(await search('aim-4711')).toEqual([first.id]);
    expect(await search('4712')).toEqual([second.id]);
    expect(await search('CLAIM-%')).toEqual([]);
    expect(await search('CLAIM_4711')).toEqual([]);
  });

  it('should find letters beyond A to Z in the case they are written in, and in the other', async () => {
    const { id } = await createRequest(owner, { external_id: 'Rechnung MÜLLER' });
    for (const term of ['müller', 'MÜLLER', 'rechnung m']) expect(await search(term)).toEqual([id]);
  });

  it('should find them by any part of the recipient’s address, in any case', async () => {
    const { id } = await createRequest(owner, { recipient_email: 'Anna.Schmidt@Claims.Example.com' });
    for (const term of ['anna', 'SCHMIDT@', 'claims.example.com', 'anna.schmidt@claims.example.com']) {
      expect(await search(term)).toEqual([id]);
    }
  });

  it('should hold the filters of the list against what it finds', async () => {
    const open = await createRequest(owner, { external_id: 'both-1' });
    const submitted = await createSubmitted(api, owner, { external_id: 'both-2' });
    expect(await search('both', '&status=submitted')).toEqual([submitted.id]);
    expect(await search('both', '&status=pending')).toEqual([open.id]);
    expect(await search('both', '&type=permanent')).toEqual([]);
  });

  it('should find nothing of another environment or workspace', async () => {
    const { id, code } = await createRequest(owner, { external_id: 'only-test' }, 'test');
    const stranger = await createOwner(api);
    const theirs = await createRequest(stranger, { external_id: 'theirs-1' });
    for (const term of [id, code, 'only-test', theirs.id, theirs.code, 'theirs']) {
      expect(await search(term)).toEqual([]);
    }
  });

  /** All pages, and how many there were. */
  async function searchAll(query: string) {
    const externalIds: string[] = [];
    let cursor: string | null = null;
    let pages = 0;
    do {
      const next: string = cursor === null ? '' : `&cursor=${cursor}`;
      const response = await owner.browser.call('GET', `${owner.path}/photo-requests?${query}${next}`);
      const { data, meta } = response.json();
      expect(meta.has_more).toBe(meta.next_cursor !== null);
      externalIds.push(...data.map(({ external_id }: { external_id: string }) => external_id));
      cursor = meta.next_cursor;
      pages += 1;
    } while (cursor !== null);
    return { externalIds, pages };
  }

  it('should lead to every match, page by page', async () => {
    for (let count = 0; count < 4; count++) await createRequest(owner, { external_id: `many-${count}` });
    const { externalIds, pages } = await searchAll('search=many&limit=3');
    expect(externalIds).toEqual(['many-3', 'many-2', 'many-1', 'many-0']);
    expect(pages).toBe(2);
  });

  it('should refuse a cursor of another search', async () => {
    for (let count = 0; count < 2; count++) await createRequest(owner, { external_id: `cursor-${count}` });
    const path = `${owner.path}/photo-requests?limit=1`;
    const { meta } = (await owner.browser.call('GET', `${path}&search=cursor`)).json();
    const other = await owner.browser.call('GET', `${path}&search=curso&cursor=${meta.next_cursor}`);
    expectRefusal(other, 400, 'invalid_parameter');
  });
});

describe('the search in what customers answered', () => {
  const api = useTestApp();
  const owner = useOwner(api);

  it('should find every match once, newest first, whichever of the two it is found by', async () => {
    const start = api.clock.now();
    const of = { workspace_id: owner.workspaceId, environment: 'live' } as const;
    const rows = Array.from({ length: 90 }, (_, index) =>
      photoRequestRow(owner.workspaceId, {
        id: ids.next('photoRequest', start + index),
        external_id: index % 3 === 0 ? `Amber-${index}` : index % 3 === 1 ? 'other' : null,
      }),
    );
    await insertRows(api.database, 'photo_requests', rows);
    const answered = rows.filter((_, index) => index % 2 === 0);
    const texts = answered.map(({ id }, index) => ({
      ...of,
      request_id: id,
      text: index % 2 === 0 ? 'It is AMBER.' : 'Green',
    }));
    await insertRows(api.database, 'answer_texts', texts);
    const expected = rows.filter((_, index) => index % 3 === 0 || index % 4 === 0).map(({ id }) => id);
    const search = createRequestSearch(api.database, { firstSlice: 3, slice: 7, lookedAt: 20, matches: 5 });
    const found: string[] = [];
    let after: string | null = null;
    do {
      const wanted = { filters: {}, page: { limit: 4, after }, now: start };
      const page = await search({ workspaceId: owner.workspaceId, environment: 'live' }, 'amber', wanted);
      found.push(...page.rows.map(({ id }) => id));
      after = page.next;
    } while (after !== null);
    expect(found).toEqual(expected.toReversed());
  });
});

/** Numbers at which the search goes on from statement to statement, and from page to page. */
describe('the search among thousands of matches', () => {
  const MATCHES = 5_600;
  const api = useTestApp();
  const owner = useOwner(api);
  beforeAll(async () => {
    const start = api.clock.now();
    const rows = Array.from({ length: MATCHES }, (_, index) =>
      photoRequestRow(owner.workspaceId, {
        id: ids.next('photoRequest', start + index),
        external_id: `ORD-${String(index).padStart(4, '0')}`,
        recipient_email: 'Same@Customer.example',
        // The oldest of all.
        status: index === 0 ? 'canceled' : 'submitted',
      }),
    );
    await insertRows(api.database, 'photo_requests', rows);
  });

  const page = async (query: string) =>
    (await owner.browser.call('GET', `${owner.path}/photo-requests?${query}`)).json();

  it.each(['ORD-', 'rd-', 'customer.example'])('should begin with the newest of %s', async (term) => {
    const { data, meta } = await page(`search=${encodeURIComponent(term)}&limit=2`);
    const shown = data.map(({ external_id }: { external_id: string }) => external_id);
    expect(shown).toEqual(['ORD-5599', 'ORD-5598']);
    expect(meta.has_more).toBe(true);
  });

  it('should find the one that the filters leave, however old it is', async () => {
    const found = await page('search=ORD-&status=canceled');
    expect(found).toMatchObject({ data: [{ external_id: 'ORD-0000' }], meta: { has_more: false } });
  });

  it('should look at so many requests for a page, and say where the next one continues', async () => {
    const search = createRequestSearch(api.database, {
      firstSlice: 500,
      slice: 1_000,
      lookedAt: 2_000,
      matches: 100,
    });
    const look = (term: string, after: string | null) =>
      search({ workspaceId: owner.workspaceId, environment: 'live' }, term, {
        filters: {},
        page: { limit: 20, after },
        now: api.clock.now(),
      });
    let pages = 0;
    let after: string | null = null;
    const found: (string | null)[] = [];
    do {
      const { rows, next } = await look('RD-0000', after);
      found.push(...rows.map(({ external_id }) => external_id));
      pages += 1;
      after = next;
    } while (after !== null);
    expect([found, pages]).toEqual([['ORD-0000'], 3]);
  });

  it('should show every match once, newest first, to whoever goes on', async () => {
    const seen: string[] = [];
    let cursor = '';
    do {
      const { data, meta } = await page(`search=same%40customer.example&limit=100${cursor}`);
      seen.push(...data.map(({ external_id }: { external_id: string }) => external_id));
      cursor = meta.next_cursor === null ? '' : `&cursor=${meta.next_cursor}`;
    } while (cursor !== '');
    expect(seen).toHaveLength(MATCHES);
    expect(seen).toEqual(seen.toSorted().reverse());
    expect(new Set(seen).size).toBe(MATCHES);
  });
});
