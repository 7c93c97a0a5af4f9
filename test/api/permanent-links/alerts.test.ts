import { describe, expect, it } from 'vitest';
import { useTestApp, useWorkspaceForEach } from '../../helpers/app/test-app.ts';
import { DAY, HOUR } from '../../helpers/app/test-clock.ts';
import { createLink, openPage, smallPhoto } from '../../helpers/capture/customer.ts';
import { rowsOf, updateRows } from '../../helpers/database/stored-rows.ts';

const STRANGER = '203.0.113.9';

describe('alerts about a permanent link', () => {
  const api = useTestApp({ withPages: true });
  const workspace = useWorkspaceForEach(api);

  const mails = async () => {
    const rows = await rowsOf(api.database, 'mails', { workspace_id: workspace.id });
    return rows.map(({ kind, recipient, content }) => [kind, recipient, JSON.parse(content).reason]);
  };
  const alertOf = async (id: string, key = workspace.live.key) =>
    (await api.call('GET', `/v1/permanent-links/${id}`, { key })).json().data.last_alert;

  /** Uses up what one address may send a day. */
  async function overdo(key: string) {
    const { id, slug } = await createLink(api, key, { daily_limit_per_address: 1 });
    const page = await openPage(api, 'link', slug, undefined, undefined, STRANGER);
    await page.send({ body: await smallPhoto() });
    await page.submit();
    const again = async () =>
      (await openPage(api, 'link', slug, undefined, undefined, STRANGER)).opened.statusCode;
    expect(await again()).toBe(429);
    return { id, again };
  }

  it('should be noted on the link, and emailed to the owners once a day at most', async () => {
    const { id, again } = await overdo(workspace.live.key);
    expect(await alertOf(id)).toMatchObject({ reason: 'address_limit' });
    expect(await mails()).toEqual([['link_alert', expect.stringContaining('@example.com'), 'address_limit']]);
    api.clock.advance(2 * HOUR);
    await again();
    expect(await mails()).toHaveLength(1);
    api.clock.advance(21 * HOUR);
    await again();
    expect(await mails()).toHaveLength(1);
    const later = await overdo(workspace.live.key);
    expect([await mails(), await alertOf(later.id)]).toMatchObject([{ length: 2 }, {}]);
  });

  it('should be emailed although the last email was sent by a clock that was days ahead', async () => {
    const { id, again } = await overdo(workspace.live.key);
    await updateRows(api.database, 'permanent_links', { id }, { alert_mailed_at: api.clock.now() + 3 * DAY });
    api.clock.advance(2 * HOUR);
    await again();
    expect(await mails()).toHaveLength(2);
    api.clock.advance(2 * HOUR);
    await again();
    expect(await mails()).toHaveLength(2);
  });

  it('should be noted but not emailed in the test environment', async () => {
    const { id } = await overdo(workspace.test.key);
    expect(await alertOf(id, workspace.test.key)).toMatchObject({ reason: 'address_limit' });
    expect(await mails()).toEqual([]);
  });

  it('should tell of many wrong access codes', async () => {
    const { id, slug } = await createLink(api, workspace.live.key, { access_code: 'Blue Door' });
    const enter = () =>
      api.app.inject({
        method: 'POST',
        url: `/p/${slug}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'access_code=wrong',
        remoteAddress: STRANGER,
      });
    for (let n = 0; n < 10; n++) await enter();
    expect(await alertOf(id)).toBeNull();
    await enter();
    expect(await alertOf(id)).toMatchObject({ reason: 'wrong_codes' });
  });

  it('should tell of far more visits than usual', async () => {
    const { id, slug } = await createLink(api, workspace.live.key);
    for (let n = 0; n < 49; n++) await openPage(api, 'link', slug);
    expect(await alertOf(id)).toBeNull();
    await openPage(api, 'link', slug);
    expect(await alertOf(id)).toMatchObject({ reason: 'unusual_rate' });
  });
});
