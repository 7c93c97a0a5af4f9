import { describe, expect, it } from 'vitest';
import { OPERATOR } from '../../../src/audit/actor.ts';
import { useTestApp } from '../../helpers/app/test-app.ts';

/** The engines disagree about these; the product must not show which one is below it. */
describe('use cases on either engine', () => {
  const api = useTestApp();

  it.each([
    ['NUL', '\u0000'],
    ['a lone surrogate', '\ud800'],
  ])('should refuse %s before it reaches the database, and store nothing', async (_what, character) => {
    const { live } = await api.createWorkspace();
    const bodies = [
      { instructions: `a${character}b` },
      { instructions: 'fine', external_id: character },
      { instructions: 'fine', metadata: { key: character } },
      { instructions: 'fine', metadata: { [character]: 'value' } },
      { instructions: 'fine', photo_slots: [{ instructions: character }] },
    ];
    for (const body of bodies) {
      const response = await api.call('POST', '/v1/photo-requests', { key: live.key, body });
      expect(response.statusCode).toBe(422);
    }
    const list = await api.call('GET', '/v1/photo-requests', { key: live.key });
    expect(list.json().data).toEqual([]);
  });

  it.each(['external_id', 'permanent_link_id', 'status', 'type', 'cursor', 'created_after', 'limit'])(
    'should take a NUL in the filter %s for a bad filter or find nothing, and never fail',
    async (name) => {
      const { live } = await api.createWorkspace();
      const response = await api.call('GET', `/v1/photo-requests?${name}=a%00b`, { key: live.key });
      expect([200, 400]).toContain(response.statusCode);
      if (response.statusCode === 200) expect(response.json().data).toEqual([]);
    },
  );

  it.each(['/v1/photo-requests/req_%00', '/v1/permanent-links/plink_%00', '/v1/photo-requests/%ed%a0%80'])(
    'should respond with 404 to the address %s',
    async (path) => {
      const { live } = await api.createWorkspace();
      expect((await api.call('GET', path, { key: live.key })).statusCode).toBe(404);
      expect((await api.call('DELETE', path, { key: live.key })).statusCode).toBe(404);
    },
  );

  it('should filter by external_id with its case, and take % and _ as they are', async () => {
    const { live } = await api.createWorkspace();
    for (const external_id of ['Claim', 'claim', 'CLAIM', 'c%', 'c_aim'])
      await api.call('POST', '/v1/photo-requests', {
        key: live.key,
        body: { instructions: 'x', external_id },
      });
    for (const external_id of ['Claim', 'claim', 'c%', 'c_aim']) {
      const response = await api.call(
        'GET',
        `/v1/photo-requests?external_id=${encodeURIComponent(external_id)}`,
        { key: live.key },
      );
      expect(response.json().data.map((request: { external_id: string }) => request.external_id)).toEqual([
        external_id,
      ]);
    }
  });

  it('should list newest first whether or not a row has the fields that may be null', async () => {
    const { live } = await api.createWorkspace();
    const created: string[] = [];
    for (const external_id of [null, 'b', null, 'a', undefined]) {
      api.clock.advance(1);
      const body = { instructions: 'x', external_id };
      const response = await api.call('POST', '/v1/photo-requests', { key: live.key, body });
      created.unshift(response.json().data.id);
    }
    const list = await api.call('GET', '/v1/photo-requests', { key: live.key });
    expect(list.json().data.map((request: { id: string }) => request.id)).toEqual(created);
  });

  it('should know an email address in any case as the same account', async () => {
    const create = (email: string, password: string) =>
      api.services.identity.ownedWorkspaces.create(OPERATOR, {
        name: 'One more',
        email,
        password,
        plan: 'professional',
      });
    const first = await create('Someone@Example.com', 'three loud geese');
    const second = await create('SOMEONE@example.COM', 'three loud geese');
    expect(second.userId).toBe(first.userId);
    await expect(create('someone@EXAMPLE.com', 'three quiet geese')).rejects.toMatchObject({
      code: 'validation_error',
      details: { email: [expect.any(String)] },
    });
  });

  it('should let exactly five of twenty keys at once through on Professional', async () => {
    const { id, live, test } = await api.createWorkspace({ plan: 'enterprise' });
    await api.services.apiKeys.delete(OPERATOR, id, live.id);
    await api.services.apiKeys.delete(OPERATOR, id, test.id);
    await api.services.workspaces.setPlan(OPERATOR, id, 'professional');
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) =>
        api.createKey(id, { environment: index % 2 === 0 ? 'live' : 'test' }),
      ),
    );
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(5);
    expect(await api.services.apiKeys.list(id)).toHaveLength(5);
  });
});
