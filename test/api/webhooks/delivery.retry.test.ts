import { describe, expect, it } from 'vitest';
import { OPERATOR } from '../../../src/audit/actor.ts';
import { DAY, HOUR, MINUTE } from '../../helpers/app/test-clock.ts';
import { rowsOf } from '../../helpers/database/stored-rows.ts';
import { tellMembers } from '../../helpers/notifications/fan-out.ts';
import { useWebhookScene, type WebhookScene } from '../../helpers/webhooks/webhook-scene.ts';

/** A little more than any pause with its jitter. */
const PAUSES = [
  6_000,
  73_000,
  6.1 * MINUTE,
  37 * MINUTE,
  2.5 * HOUR,
  6.1 * HOUR,
  12.1 * HOUR,
  17 * HOUR,
  24.1 * HOUR,
  29 * HOUR,
];

describe('a receiver that does not take an event', () => {
  const scene = useWebhookScene();

  /** An endpoint whose receiver behaves so, with one delivery tried once. */
  async function tried(path: string, behavior: Parameters<WebhookScene['receiver']['behave']>[1]) {
    const workspace = await scene.api.createWorkspace();
    const endpoint = await scene.createEndpoint(workspace, path);
    await scene.receiver.behave(path, behavior);
    await scene.createRequest(workspace);
    await scene.worker.settled();
    return { workspace, endpoint };
  }

  async function later(milliseconds: number) {
    scene.api.clock.advance(milliseconds);
    await scene.worker.settled();
  }

  it('should get it again, with the same id and bytes, until it takes it', async () => {
    const { endpoint } = await tried('/three', ['close', { status: 500 }, { status: 503 }, { status: 200 }]);
    await later(4_000);
    expect(await scene.receiver.received('/three')).toHaveLength(1);
    for (const pause of PAUSES.slice(0, 5)) await later(pause);

    const requests = await scene.receiver.received('/three');
    expect(requests).toHaveLength(4);
    expect(new Set(requests.map(({ headers }) => headers['x-webhook-id'])).size).toBe(1);
    expect(new Set(requests.map(({ body }) => body.toString('hex'))).size).toBe(1);
    expect(await scene.deliveries(endpoint.id)).toMatchObject([{ status: 'delivered', attempt_count: 4 }]);
    expect(
      (await scene.attempts(endpoint.id)).map(({ outcome, status_code }) => [outcome, status_code]),
    ).toEqual([
      ['unreachable', null],
      ['answered_badly', 500],
      ['answered_badly', 503],
      ['delivered', 200],
    ]);
    expect(await scene.endpointRow(endpoint.id)).toMatchObject({ failures: 0, failing_since: null });
  });

  it('should be given up after eleven attempts, which the breaker does not use up', async () => {
    const { endpoint } = await tried('/never', { status: 500 });
    for (const [index, pause] of PAUSES.entries()) {
      expect(await scene.deliveries(endpoint.id)).toMatchObject([
        { status: 'due', schedule_step: index + 1 },
      ]);
      await later(pause);
    }
    expect(await scene.deliveries(endpoint.id)).toMatchObject([{ status: 'failed', schedule_step: 11 }]);
    await later(30 * DAY);
    expect(await scene.receiver.received('/never')).toHaveLength(11);
  });

  it('should be waited for as long as it asks', async () => {
    const { endpoint } = await tried('/patience', [
      { status: 429, headers: { 'retry-after': '600' } },
      { status: 200 },
    ]);
    await later(9.9 * MINUTE);
    expect(await scene.receiver.received('/patience')).toHaveLength(1);
    await later(1 * MINUTE);
    expect(await scene.deliveries(endpoint.id)).toMatchObject([{ status: 'delivered' }]);
  });

  it('should not be able to redirect it', async () => {
    const { endpoint } = await tried('/redirects', {
      status: 302,
      headers: { location: `${scene.receiver.url}/elsewhere` },
    });
    expect(await scene.receiver.received('/elsewhere')).toEqual([]);
    expect(await scene.attempts(endpoint.id)).toMatchObject([
      { outcome: 'answered_badly', status_code: 302 },
    ]);
  });

  it.each(['hang', 'drip', 'reset', 'reset-in-body', 'no-http'] as const)(
    'should be tried again after it %ss',
    async (behavior) => {
      const { endpoint } = await tried(`/${behavior}`, [behavior, { status: 200 }]);
      expect(await scene.deliveries(endpoint.id)).toMatchObject([{ status: 'due', schedule_step: 1 }]);
      await later(PAUSES[0] as number);
      expect(await scene.deliveries(endpoint.id)).toMatchObject([{ status: 'delivered' }]);
    },
  );

  it('should be spared by the breaker after five failures in a row, and get one probe', async () => {
    const { workspace, endpoint } = await tried('/breaker', { status: 500 });
    for (let i = 0; i < 4; i++) await scene.createRequest(workspace);
    await scene.worker.settled();
    expect(await scene.receiver.received('/breaker')).toHaveLength(5);
    for (let i = 0; i < 3; i++) await scene.createRequest(workspace);
    await later(30_000);
    expect(await scene.receiver.received('/breaker')).toHaveLength(5);

    await later(31_000);
    expect(await scene.receiver.received('/breaker')).toHaveLength(6);
    const waiting = await scene.deliveries(endpoint.id);
    expect(waiting.filter(({ schedule_step }) => schedule_step === 0).length).toBeGreaterThanOrEqual(2);

    await scene.receiver.behave('/breaker', { status: 200 });
    await later(5 * MINUTE + 1_000);
    await later(10 * MINUTE);
    expect((await scene.deliveries(endpoint.id)).every(({ status }) => status === 'delivered')).toBe(true);
    expect(await scene.endpointRow(endpoint.id)).toMatchObject({ failures: 0, breaker_level: 0 });
  });

  it('should get new events once the clock was set back, however far ahead it was when the breaker opened', async () => {
    const { clock } = scene.api;
    clock.set(clock.now() + 365 * DAY);
    const { workspace, endpoint } = await tried('/ahead', { status: 500 });
    for (let i = 0; i < 4; i++) await scene.createRequest(workspace);
    await scene.worker.settled();
    expect(await scene.endpointRow(endpoint.id)).toMatchObject({ failures: 5 });

    clock.set(clock.now() - 365 * DAY);
    await scene.receiver.behave('/ahead', { status: 200 });
    await scene.createRequest(workspace);
    await scene.worker.settled();
    const deliveries = await scene.deliveries(endpoint.id);
    expect(deliveries.map(({ status }) => status).sort()).toEqual(['delivered', ...Array(5).fill('due')]);
    expect(await scene.endpointRow(endpoint.id)).toMatchObject({ failures: 0, paused_until: null });
  });

  it('should be disabled when it says that it is gone; its owner is told, and what comes is held', async () => {
    const { workspace, endpoint } = await tried('/gone', { status: 410 });
    expect(await scene.endpointRow(endpoint.id)).toMatchObject({ is_active: 0, disabled_reason: 'gone' });
    await tellMembers(scene.api.services);
    const mails = await rowsOf(scene.api.database, 'mails', { workspace_id: workspace.id });
    expect(mails).toMatchObject([{ kind: 'webhook_disabled', status: 'queued' }]);
    await scene.createRequest(workspace);
    while (await scene.api.services.webhookCleanUp.holdDueToDisabled());
    await later(DAY);
    expect((await scene.deliveries(endpoint.id)).map(({ status }) => status)).toEqual(['held', 'held']);
    expect(await scene.receiver.received('/gone')).toHaveLength(1);

    await scene.receiver.behave('/gone', { status: 200 });
    await scene.api.services.webhookEndpoints.enable(OPERATOR, workspace.id, endpoint.id);
    await scene.worker.settled();
    expect(await scene.receiver.received('/gone')).toHaveLength(1);
    expect(await scene.api.services.deliveryLog.replayMany(OPERATOR, workspace.id, endpoint.id, {})).toBe(2);
    await scene.worker.settled();
    expect(await scene.receiver.received('/gone')).toHaveLength(3);
  });

  it('should be disabled after five days and ten failures without a success', async () => {
    const { workspace, endpoint } = await tried('/dead', { status: 500 });
    for (let i = 0; i < 9; i++) {
      await later(10 * HOUR);
      await scene.createRequest(workspace);
      await scene.worker.settled();
    }
    expect(await scene.endpointRow(endpoint.id)).toMatchObject({ is_active: 1 });
    await later(2 * DAY);
    await later(2 * DAY);
    expect(await scene.endpointRow(endpoint.id)).toMatchObject({ is_active: 0, disabled_reason: 'failing' });
  });
});
