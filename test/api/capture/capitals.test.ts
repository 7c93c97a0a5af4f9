import { describe, expect, it } from 'vitest';
import { createPermanentLink } from '../../helpers/app/stored-objects.ts';
import { useTestApp, useWorkspace } from '../../helpers/app/test-app.ts';
import { createRequest } from '../../helpers/capture/customer.ts';

describe('an address typed in capitals', () => {
  const api = useTestApp({ withPages: true });
  const workspace = useWorkspace(api);

  /** Where it leads to in the end. */
  async function arriveAt(path: string, redirects = 3): Promise<{ path: string; status: number }> {
    const { statusCode, headers } = await api.call('GET', path);
    if (statusCode === 302 && redirects > 0) return arriveAt(String(headers.location), redirects - 1);
    return { path, status: statusCode };
  }

  it('should lead to the photo request', async () => {
    const { token } = await createRequest(api, workspace.live.key);
    for (const typed of [`/R/${token.toUpperCase()}`, `/r/${token.toUpperCase()}`, `/R/${token}`]) {
      expect(await arriveAt(typed)).toEqual({ path: `/r/${token}`, status: 200 });
    }
  });

  it('should lead to the permanent link', async () => {
    const { slug } = await createPermanentLink(api, workspace.live.key, { slug: 'returns-desk' });
    for (const typed of ['/P/RETURNS-DESK', '/p/Returns-Desk']) {
      expect(await arriveAt(typed)).toEqual({ path: `/p/${slug}`, status: 200 });
    }
  });

  it('should lead to the page for codes', async () => {
    for (const typed of ['/CODE', '/Code'])
      expect(await arriveAt(typed)).toEqual({ path: '/code', status: 200 });
  });

  it('should lead nowhere else', async () => {
    expect((await arriveAt('/R/%2F%2Fexample.com')).status).toBe(404);
    expect((await api.call('GET', '/R/%2F%2Fexample.com')).headers.location).toMatch(/^\/r\/%2f/i);
  });
});
