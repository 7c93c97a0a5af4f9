import { beforeAll, describe, expect, it } from 'vitest';
import { OPERATOR } from '../../../src/audit/actor.ts';
import { useTestApp, useWorkspace } from '../../helpers/app/test-app.ts';
import { DAY, MINUTE } from '../../helpers/app/test-clock.ts';
import { submitPlaces } from '../../helpers/capture/rounds.ts';
import { createReminderScene } from '../../helpers/email/reminder-scene.ts';
import { expectError } from '../../helpers/http/expect-response.ts';

describe('POST /v1/photo-requests/{id}/remind', () => {
  const api = useTestApp();
  const workspace = useWorkspace(api);
  let scene: ReturnType<typeof createReminderScene>;
  beforeAll(() => {
    scene = createReminderScene(api, workspace);
  });
  const remind = (id: string) => scene.call('POST', `/${id}/remind`);

  it('should email the customer now, at whatever hour, and say so', async () => {
    api.clock.set(Date.UTC(2026, 0, 14, 3));
    const { id } = await scene.ask();
    const response = await remind(id);
    expect(response.json().data).toMatchObject({
      reminder_count: 1,
      reminded_at: '2026-01-14T03:00:00Z',
      email_status: 'queued',
    });
    expect(await scene.mailsOf(id)).toHaveLength(1);
  });

  it('should be refused within ten minutes, beyond the maximum, and while an email is on its way', async () => {
    const { id } = await scene.ask();
    expect((await remind(id)).statusCode).toBe(200);
    expectError(await remind(id), 422, 'validation_error', ['id']);
    await scene.arrive(id);
    api.clock.advance(10 * MINUTE - 1);
    expect(expectError(await remind(id), 422, 'validation_error').id).toEqual([
      expect.stringContaining('10 minutes'),
    ]);
    api.clock.advance(1);
    for (const _ of [2, 3]) {
      expect((await remind(id)).statusCode).toBe(200);
      await scene.arrive(id);
      api.clock.advance(DAY);
    }
    expect(expectError(await remind(id), 422, 'validation_error').id).toEqual([
      expect.stringContaining('at most 3'),
    ]);
    expect((await scene.read(id)).reminder_count).toBe(3);
  });

  it('should be refused where no one can be reminded', async () => {
    const silent = await scene.ask({ recipient_email: undefined, send_email: undefined });
    expectError(await remind(silent.id), 422, 'validation_error', ['id']);
    const done = await scene.ask();
    await submitPlaces(api, done.token, [0]);
    expectError(await remind(done.id), 422, 'validation_error', ['status']);
    const late = await scene.ask({ expires_in_hours: 1 });
    api.clock.advance(DAY);
    expectError(await remind(late.id), 422, 'validation_error', ['status']);
    const { key } = workspace.test;
    const body = { instructions: 'A test', recipient_email: 'test@example.com' };
    const test = (await api.call('POST', '/v1/photo-requests', { key, body })).json().data;
    expectError(
      await api.call('POST', `/v1/photo-requests/${test.id}/remind`, { key }),
      422,
      'validation_error',
      ['id'],
    );
  });

  it('should be refused on a plan without email, as reminders are from the start', async () => {
    const own = await api.createWorkspace();
    const theirs = createReminderScene(api, own);
    const { id } = await theirs.ask();
    await api.services.workspaces.setPlan(OPERATOR, own.id, 'developer_free');
    expectError(await theirs.call('POST', `/${id}/remind`), 403, 'plan_upgrade_required');
    const body = { instructions: 'Please', reminders: [{ when: 'not_opened', hours: 1 }] };
    expectError(await theirs.call('POST', '', body), 403, 'plan_upgrade_required');
    expect((await theirs.call('POST', '', { ...body, reminders: [] })).statusCode).toBe(201);
  });

  it('should be refused where the workspace has turned reminders off, which ends those that are planned', async () => {
    const own = await api.createWorkspace();
    const theirs = createReminderScene(api, own);
    api.clock.set(Date.UTC(2026, 0, 14, 12));
    const { id } = await theirs.ask({ reminders: [{ when: 'not_opened', hours: 24 }] });
    await api.services.workspaces.changeSettings(OPERATOR, own.id, { max_reminders: 0 });
    expect(expectError(await theirs.call('POST', `/${id}/remind`), 422, 'validation_error').id).toEqual([
      expect.stringContaining('turned off'),
    ]);
    api.clock.advance(DAY);
    await theirs.sweep();
    expect(await theirs.mailsOf(id)).toEqual([]);
  });
});
