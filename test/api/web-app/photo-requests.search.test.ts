import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../helpers/test-app.ts';
import { createOwner } from '../../helpers/web-browser.ts';
import { makeRequest, makeSubmitted } from './web-requests.ts';

describe('the search for photo requests', () => {
  let api: TestApp;
  let owner: Awaited<ReturnType<typeof createOwner>>;
  beforeAll(async () => {
    api = await startTestApp();
    owner = await createOwner(api);
  });
  afterAll(() => api.close());

  async function search(term: string, more = ''): Promise<string[]> {
    const query = `search=${encodeURIComponent(term)}${more}`;
    const found = await owner.browser.expect<{ id: string }[]>(
      'GET',
      `${owner.path}/photo-requests?${query}`,
    );
    return found.map(({ id }) => id);
  }

  it('should find one by its code, in any case, with or without a dash', async () => {
    const { id, code } = await makeRequest(owner);
    const dashed = `${code.slice(0, 4)}-${code.slice(4)}`;
    for (const term of [code, code.toLowerCase(), dashed, ` ${dashed.toLowerCase()} `]) {
      expect(await search(term)).toEqual([id]);
    }
    expect(await search(code.slice(0, 7))).toEqual([]);
  });

  it('should find one by its id', async () => {
    const { id } = await makeRequest(owner);
    expect(await search(id)).toEqual([id]);
  });

  it('should find them by how their external id begins, newest first', async () => {
    const first = await makeRequest(owner, { external_id: 'CLAIM-4711' });
    api.clock.advance(1_000);
    const second = await makeRequest(owner, { external_id: 'CLAIM-4712' });
    await makeRequest(owner, { external_id: 'XCLAIM-4711' });
    expect(await search('CLAIM-47')).toEqual([second.id, first.id]);
    expect(await search('claim-4711')).toEqual([first.id]);
    expect(await search('CLAIM-%')).toEqual([]);
  });

  it('should find them by how the recipient’s address begins, in any case', async () => {
    const { id } = await makeRequest(owner, { recipient_email: 'Anna.Schmidt@Example.com' });
    for (const term of ['anna', 'ANNA.SCHMIDT@', 'anna.schmidt@example.com']) {
      expect(await search(term)).toEqual([id]);
    }
    expect(await search('schmidt')).toEqual([]);
  });

  it('should hold the filters of the list against what it finds', async () => {
    const open = await makeRequest(owner, { external_id: 'both-1' });
    const submitted = await makeSubmitted(api, owner, { external_id: 'both-2' });
    expect(await search('both', '&status=submitted')).toEqual([submitted.id]);
    expect(await search('both', '&status=pending')).toEqual([open.id]);
    expect(await search('both', '&type=permanent')).toEqual([]);
  });

  it('should find nothing of another environment or workspace', async () => {
    const { id, code } = await makeRequest(owner, { external_id: 'only-test' }, 'test');
    const stranger = await createOwner(api);
    const theirs = await makeRequest(stranger, { external_id: 'theirs-1' });
    for (const term of [id, code, 'only-test', theirs.id, theirs.code, 'theirs']) {
      expect(await search(term)).toEqual([]);
    }
  });

  it('should say when there are more matches than it shows', async () => {
    for (let count = 0; count < 4; count++) await makeRequest(owner, { external_id: `many-${count}` });
    const answer = await owner.browser.call('GET', `${owner.path}/photo-requests?search=many&limit=3`);
    expect(answer.json().data).toHaveLength(3);
    expect(answer.json().meta).toMatchObject({ has_more: true, next_cursor: null });
  });
});
