import { afterEach, describe, expect, it, vi } from 'vitest';
import { startTestApp, useTestApp } from '../helpers/app/test-app.ts';
import { expectData, expectError } from '../helpers/http/expect-response.ts';
import { waitUntil } from '../helpers/wait-until.ts';

describe('health', () => {
  const api = useTestApp({ now: Date.UTC(2026, 0, 31, 12, 0, 0, 987) });
  // The storage is a dependency too, which is late for a moment on a busy disk: what is said of all of them is waited for.
  afterEach(() => void vi.restoreAllMocks());

  function breakTheDatabaseCheck(): void {
    vi.spyOn(api.database, 'ping').mockRejectedValue(new Error('connect ECONNREFUSED 10.0.0.7:5432'));
  }

  describe('GET /v1/status', () => {
    it('should say ok with version and time while everything works', async () => {
      const { live } = await api.createWorkspace();
      await waitUntil(async () => {
        const response = await api.call('GET', '/v1/status', { key: live.key });
        expect(expectData(response)).toStrictEqual({
          status: 'ok',
          version: '0.0.0-test',
          time: '2026-01-31T12:00:00Z',
        });
      });
    });

    it('should say degraded and what is wrong, and nothing of its inside', async () => {
      const { live } = await api.createWorkspace();
      breakTheDatabaseCheck();
      await waitUntil(async () => {
        const response = await api.call('GET', '/v1/status', { key: live.key });
        expect(response.body).not.toContain('10.0.0.7');
        expect(expectData(response)).toStrictEqual({
          status: 'degraded',
          version: '0.0.0-test',
          time: '2026-01-31T12:00:00Z',
          problems: ['database'],
        });
      });
    });

    it('should be ok again when the dependency is back', async () => {
      const { live } = await api.createWorkspace();
      breakTheDatabaseCheck();
      const status = async () => expectData(await api.call('GET', '/v1/status', { key: live.key })).status;
      await waitUntil(async () => expect(await status()).toBe('degraded'));
      vi.restoreAllMocks();
      await waitUntil(async () => expect(await status()).toBe('ok'));
    });

    it('should need a key, but no permission', async () => {
      const { id } = await api.createWorkspace();
      expectError(await api.call('GET', '/v1/status'), 401, 'unauthorized', []);
      const { key } = await api.createKey(id, { scopes: ['stats:read'] });
      expectData(await api.call('GET', '/v1/status', { key }));
    });
  });

  describe('GET /healthz', () => {
    it('should respond with 200 without a key as long as the process runs', async () => {
      breakTheDatabaseCheck();
      const response = await api.call('GET', '/healthz');
      expect(response.statusCode).toBe(200);
      expect(response.json()).toEqual({ status: 'ok' });
    });
  });

  describe('GET /readyz', () => {
    it('should respond with 200 without a key while the dependencies work', async () => {
      await waitUntil(async () => {
        const response = await api.call('GET', '/readyz');
        expect(response.statusCode).toBe(200);
        expect(response.json()).toEqual({ status: 'ok' });
      });
    });

    it('should respond with 503 and what is wrong when one does not, and nothing of its inside', async () => {
      breakTheDatabaseCheck();
      await waitUntil(async () => {
        const response = await api.call('GET', '/readyz');
        expect(response.statusCode).toBe(503);
        expect(response.body).not.toContain('10.0.0.7');
        expect(response.json().status).not.toBe('ok');
        expect(response.json()).toMatchObject({ problems: ['database'] });
      });
    });
  });

  it('should see a database that is really gone', async () => {
    const doomed = await startTestApp();
    const { live } = await doomed.createWorkspace();
    await doomed.database.close();
    try {
      expect((await doomed.call('GET', '/readyz')).statusCode).toBe(503);
      expect((await doomed.call('GET', '/healthz')).statusCode).toBe(200);
      const response = await doomed.call('GET', '/v1/status', { key: live.key });
      expect([500, 503]).toContain(response.statusCode);
      expect(response.json().error.details).toEqual({});
    } finally {
      vi.spyOn(doomed.database, 'close').mockResolvedValue();
      await doomed.close();
    }
  });
});
