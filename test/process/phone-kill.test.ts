import { describe, expect, it } from 'vitest';
import { useTestApp, useWorkspace } from '../helpers/app/test-app.ts';
import { createRunningClock, MINUTE } from '../helpers/app/test-clock.ts';
import { SECRET_KEY } from '../helpers/app/test-platform.ts';
import { askByPhone, messagesOf, phoneWorkerOf, readRequest } from '../helpers/phone/phone-worker.ts';
import { GATEWAY, useProvider } from '../helpers/phone/provider-server.ts';
import { startProcess } from '../helpers/process/child-process.ts';

describe('a worker for phone messages that is killed between the provider’s response and its record', () => {
  const api = useTestApp({ clock: createRunningClock(), platform: { phone: GATEWAY } });
  const workspace = useWorkspace(api);
  const provider = useProvider(() => ({ status: 202 }));

  it('should be followed by one that sends it again with the same key, by which the gateway knows it', async () => {
    const { id } = await askByPhone(api, workspace);
    const killed = startProcess(process.execPath, ['test/helpers/phone/phone-worker-process.ts'], {
      ...api.databaseEnv,
      SMS_URL: `${provider.origin}/messages`,
      SMS_SECRET: GATEWAY.secret,
      PUBLIC_URL: 'https://photos.test',
      SECRET_KEY,
    });
    await killed.ended;
    expect(provider.calls).toHaveLength(1);
    const [message] = await messagesOf(api, id);
    expect(message).toMatchObject({ status: 'queued', attempt_count: 1 });

    const next = phoneWorkerOf(api, { ...GATEWAY, url: `${provider.origin}/messages` });
    await next.settled();
    expect(provider.calls).toHaveLength(1);
    api.clock.advance(2 * MINUTE);
    await next.settled();
    await next.stop();
    expect(provider.calls.map(({ headers }) => headers['idempotency-key'])).toEqual([
      message?.id,
      message?.id,
    ]);
    expect(provider.calls[1]?.body).toBe(provider.calls[0]?.body);
    expect((await readRequest(api, workspace, id)).sms_status).toBe('sent');
  });
});
