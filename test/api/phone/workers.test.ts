import { describe, expect, it } from 'vitest';
import { createLog } from '../../../src/platform/log.ts';
import { useTestApp, useWorkspace } from '../../helpers/app/test-app.ts';
import { MINUTE } from '../../helpers/app/test-clock.ts';
import { askByPhone, messagesOf } from '../../helpers/phone/phone-worker.ts';
import { TWILIO } from '../../helpers/phone/provider-server.ts';
import { waitUntil } from '../../helpers/wait-until.ts';

const LEASE = MINUTE;

describe('the worker of phone messages', () => {
  let onClaimed = () => {};
  const api = useTestApp({
    platform: {
      phone: TWILIO,
      onPhoneStep(step) {
        if (step === 'message claimed') onClaimed();
      },
    },
  });
  const workspace = useWorkspace(api);

  /** A worker whose provider thinks for as long as the test wants. */
  function gatedWorker() {
    const sent: string[] = [];
    let waiting: (() => void)[] = [];
    const worker = api.services.openPhoneWorker({
      transport: {
        kind: 'twilio',
        send: ({ id }) => {
          sent.push(id);
          return new Promise<void>((resolve) => waiting.push(resolve));
        },
      },
      log: createLog('silent'),
    });
    const open = () => {
      for (const release of waiting) release();
      waiting = [];
    };
    return { worker, sent, open };
  }

  it('should not send again what it is sending, should the clock be set forward meanwhile', async () => {
    const { worker, sent, open } = gatedWorker();
    const first = await askByPhone(api, workspace);
    const settled = worker.settled();
    await waitUntil(() => expect(sent).toHaveLength(1));
    api.clock.jump(2 * LEASE);
    const second = await askByPhone(api, workspace);
    const again = worker.settled();
    await waitUntil(() => expect(sent.length).toBeGreaterThan(1));
    open();
    await Promise.all([settled, again]);
    for (const { id } of [first, second])
      expect(await messagesOf(api, id)).toMatchObject([{ status: 'sent', attempt_count: 1 }]);
    expect(sent).toHaveLength(2);
    await worker.stop();
  });

  it('should not send what it claimed so long ago that another one may have it', async () => {
    const { worker, sent, open } = gatedWorker();
    const { id } = await askByPhone(api, workspace);
    onClaimed = () => {
      onClaimed = () => {};
      api.clock.advance(LEASE);
    };
    const settled = worker.settled();
    await waitUntil(() => expect(sent).not.toEqual([]));
    expect(await messagesOf(api, id)).toMatchObject([{ attempt_count: 2 }]);
    open();
    await settled;
    expect(sent).toHaveLength(1);
    await worker.stop();
  });
});
