import { beforeAll, describe, expect, it } from 'vitest';
import { OPERATOR } from '../../../src/audit/actor.ts';
import { useTestApp, useWorkspace } from '../../helpers/app/test-app.ts';
import { DAY, HOUR, MINUTE } from '../../helpers/app/test-clock.ts';
import { openPage } from '../../helpers/capture/customer.ts';
import { createReviewer, submitPlaces } from '../../helpers/capture/rounds.ts';
import { rowsOf, updateRows } from '../../helpers/database/stored-rows.ts';
import { mailWorkerOf } from '../../helpers/email/mail-worker.ts';
import { createReminderScene } from '../../helpers/email/reminder-scene.ts';
import { expectError } from '../../helpers/http/expect-response.ts';

/** A Wednesday, 12:00 in UTC. */
const NOON = Date.UTC(2026, 0, 14, 12);

describe('scheduled reminders', () => {
  const api = useTestApp();
  const workspace = useWorkspace(api);
  let scene: ReturnType<typeof createReminderScene>;
  let reviewer: ReturnType<typeof createReviewer>;
  beforeAll(async () => {
    scene = createReminderScene(api, workspace);
    reviewer = createReviewer(api, workspace);
    await reviewer.wantAllEvents();
  });

  const countsAfter = async (id: string, milliseconds: number) => {
    api.clock.advance(milliseconds);
    await scene.sweep();
    return (await scene.mailsOf(id)).length;
  };
  const at = (time: number) => `${new Date(time).toISOString().slice(0, 19)}Z`;

  it('should be sent once, at their time, with an event', async () => {
    api.clock.set(NOON);
    const { id, reminders } = await scene.ask({ reminders: [{ when: 'not_submitted', hours: 24 }] });
    expect(reminders).toEqual([{ when: 'not_submitted', hours: 24, due_at: at(NOON + DAY) }]);
    expect(await countsAfter(id, DAY - 1)).toBe(0);
    expect(await countsAfter(id, 1)).toBe(1);
    expect(await countsAfter(id, DAY)).toBe(1);
    expect(await scene.read(id)).toMatchObject({
      reminders: [{ when: 'not_submitted', hours: 24, due_at: null }],
      reminder_count: 1,
      reminded_at: at(NOON + DAY),
      email_status: 'queued',
    });
    const told = (await reviewer.eventsOf(id)).filter(({ event }) => event === 'photo_request.reminded');
    expect(told.map(({ data }) => [data.id, data.reminder_count, data.reminded_at])).toEqual([
      [id, 1, at(NOON + DAY)],
    ]);
    expect(await rowsOf(api.database, 'due_reminders', { request_id: id })).toEqual([]);
  });

  it('should wait for an hour that the customer’s clock and the workspace allow, or not be sent', async () => {
    api.clock.set(NOON);
    const tokyo = await scene.ask({
      reminders: [{ when: 'not_opened', hours: 1 }],
      time_zone: 'Asia/Tokyo',
      expires_in_hours: 24,
    });
    // 22:00 there: 9:00 of the next day is midnight in UTC.
    expect(tokyo.reminders[0]?.due_at).toBe(at(NOON + 12 * HOUR));
    const late = await scene.ask({
      reminders: [
        { when: 'not_submitted', hours: 8 },
        { when: 'before_expiry', hours: 1 },
        { when: 'before_expiry', hours: 12 },
      ],
      expires_in_hours: 12,
    });
    // After the end of the request, and before its beginning.
    expect(late.reminders.map(({ due_at }) => due_at)).toEqual([null, null, null]);
    expect(await rowsOf(api.database, 'due_reminders', { request_id: late.id })).toEqual([]);
  });

  it('should keep to hours that were changed after they were planned', async () => {
    const other = await api.createWorkspace();
    const theirs = createReminderScene(api, other);
    api.clock.set(NOON);
    const { id } = await theirs.ask({ reminders: [{ when: 'not_opened', hours: 1 }] });
    await api.services.workspaces.changeSettings(OPERATOR, other.id, {
      reminder_from_hour: 20,
      reminder_until_hour: 21,
    });
    expect(await countsAfter(id, HOUR)).toBe(0);
    expect((await theirs.read(id)).reminders[0]?.due_at).toBe(at(NOON + 8 * HOUR));
    expect(await countsAfter(id, 7 * HOUR)).toBe(1);
  });

  it('should leave alone whoever opened the link, if that is all they were to be reminded of', async () => {
    api.clock.set(NOON);
    const { id, token } = await scene.ask({
      reminders: [
        { when: 'not_opened', hours: 24 },
        { when: 'not_submitted', hours: 48 },
      ],
    });
    await openPage(api, 'request', token);
    expect((await scene.read(id)).reminders.map(({ due_at }) => due_at)).toEqual([null, at(NOON + 2 * DAY)]);
    expect(await countsAfter(id, DAY)).toBe(0);
    expect(await countsAfter(id, DAY)).toBe(1);
  });

  it('should be one email when several are due', async () => {
    api.clock.set(NOON);
    const { id } = await scene.ask({
      reminders: [
        { when: 'not_opened', hours: 7 },
        { when: 'not_submitted', hours: 8 },
      ],
    });
    expect(await countsAfter(id, DAY)).toBe(1);
    expect(await countsAfter(id, DAY)).toBe(1);
  });

  it('should wait while the email before is still on its way, and end when it failed', async () => {
    api.clock.set(NOON);
    const slow = await scene.call('POST', '', {
      instructions: 'Please',
      recipient_email: 'slow@example.com',
      send_email: true,
      reminders: [{ when: 'not_opened', hours: 1 }],
    });
    const { id } = slow.json().data;
    expect(await countsAfter(id, HOUR)).toBe(0);
    await scene.arrive(id);
    expect(await countsAfter(id, HOUR)).toBe(1);
    const refused = await scene.ask({ reminders: [{ when: 'not_opened', hours: 1 }] });
    await updateRows(api.database, 'photo_requests', { id: refused.id }, { email_status: 'failed' });
    expect(await countsAfter(refused.id, HOUR)).toBe(0);
    expect(await rowsOf(api.database, 'due_reminders', { request_id: refused.id })).toEqual([]);
  });

  it('should come again in a reopened request whose last email was too late to be sent', async () => {
    api.clock.set(NOON);
    const { id } = await scene.ask({
      reminders: [
        { when: 'not_submitted', hours: 24 },
        { when: 'before_expiry', hours: 24 },
      ],
      expires_in_hours: 25,
    });
    expect(await countsAfter(id, DAY)).toBe(1);
    // The mail server was down until the request had ended.
    api.clock.advance(2 * HOUR);
    const worker = mailWorkerOf(api);
    await worker.settled();
    await worker.stop();
    expect(await scene.read(id)).toMatchObject({ status: 'expired', email_status: 'failed' });
    const reopened = await scene.call('POST', `/${id}/reopen`, { hours: 48 });
    expect(reopened.json().data.email_status).toBeNull();
    expect(await countsAfter(id, DAY)).toBe(2);
  });

  it('should keep the state of a failed email that is followed by no reminder', async () => {
    api.clock.set(NOON);
    const { id } = await scene.ask({ reminders: [{ when: 'not_opened', hours: 1 }], expires_in_hours: 24 });
    await updateRows(api.database, 'photo_requests', { id }, { email_status: 'failed' });
    await scene.call('PUT', `/${id}/reminders`, { reminders: [] });
    expect((await scene.read(id)).email_status).toBe('failed');
    await scene.call('PUT', `/${id}/reminders`, { reminders: [{ when: 'not_opened', hours: 2 }] });
    expect(await countsAfter(id, 2 * HOUR)).toBe(1);
  });

  it.each([
    ['a reminder by hand', 'remind'],
    ['the request once more', 'resend-email'],
  ])('should wait until some time after %s, and not be lost', async (_what, action) => {
    api.clock.set(NOON);
    const { id } = await scene.ask({ reminders: [{ when: 'not_submitted', hours: 2 }] });
    api.clock.advance(2 * HOUR - 5 * MINUTE);
    expect((await scene.call('POST', `/${id}/${action}`)).statusCode).toBe(200);
    await scene.arrive(id);
    const before = (await scene.mailsOf(id)).length;
    expect(await countsAfter(id, 5 * MINUTE)).toBe(before);
    const until = NOON + 2 * HOUR + 45 * MINUTE;
    expect((await scene.read(id)).reminders[0]?.due_at).toBe(at(until));
    expect(await countsAfter(id, 45 * MINUTE)).toBe(before + 1);
  });

  it.each(['submitted', 'canceled', 'deleted', 'erased', 'expired', 'suspended', 'on another plan'])(
    'should stop when the request is %s',
    async (how) => {
      const own = await api.createWorkspace();
      const theirs = createReminderScene(api, own);
      api.clock.set(NOON);
      const { id, token } = await theirs.ask({
        reminders: [{ when: 'not_submitted', hours: 24 }],
        expires_in_hours: how === 'expired' ? 25 : 100,
      });
      const { services } = api;
      if (how === 'submitted') await submitPlaces(api, token, [0]);
      else if (how === 'canceled') await theirs.call('POST', `/${id}/cancel`);
      else if (how === 'deleted') await api.call('DELETE', `/v1/photo-requests/${id}`, { key: own.live.key });
      else if (how === 'erased') await services.photoRequests.eraseAnywhere(OPERATOR, id);
      else if (how === 'suspended') await services.workspaces.suspend(OPERATOR, own.id);
      else if (how === 'on another plan')
        await services.workspaces.setPlan(OPERATOR, own.id, 'developer_free');
      expect(await countsAfter(id, how === 'expired' ? 26 * HOUR : DAY)).toBe(0);
      expect(await rowsOf(api.database, 'due_reminders', { request_id: id })).toEqual([]);
    },
  );

  it('should begin again in a round of changes, and count for the maximum of the workspace', async () => {
    const own = await api.createWorkspace();
    const theirs = createReminderScene(api, own);
    await api.services.workspaces.changeSettings(OPERATOR, own.id, { max_reminders: 2 });
    api.clock.set(NOON);
    const { id, token } = await theirs.ask({ reminders: [{ when: 'not_opened', hours: 24 }] });
    expect(await countsAfter(id, DAY)).toBe(1);
    for (const counted of [2, 2]) {
      await submitPlaces(api, token, [0]);
      const deciding = createReviewer(api, own);
      await deciding.decide(id, { ...deciding.askAgain(0), send_email: false, expected_state: undefined });
      await theirs.arrive(id);
      expect(await countsAfter(id, DAY)).toBe(counted);
    }
  });

  it('should come again before another end', async () => {
    api.clock.set(NOON);
    const { id } = await scene.ask({
      reminders: [{ when: 'before_expiry', hours: 24 }],
      expires_in_hours: 48,
    });
    expect(await countsAfter(id, DAY)).toBe(1);
    await scene.arrive(id);
    const extended = (await scene.call('POST', `/${id}/extend`, { hours: 48 })).json().data;
    expect(extended.reminders[0].due_at).toBe(at(NOON + 3 * DAY));
    expect(await countsAfter(id, 2 * DAY)).toBe(2);
  });

  it('should be replaced by another list, of which only what is to come is sent', async () => {
    api.clock.set(NOON);
    const { id } = await scene.ask({ reminders: [{ when: 'not_opened', hours: 24 }] });
    api.clock.advance(2 * HOUR);
    const changed = await scene.call('PUT', `/${id}/reminders`, {
      reminders: [
        { when: 'not_opened', hours: 1 },
        { when: 'not_submitted', hours: 48 },
      ],
      time_zone: 'Europe/Berlin',
    });
    expect(changed.json().data).toMatchObject({
      time_zone: 'Europe/Berlin',
      reminders: [{ due_at: null }, { due_at: at(NOON + 2 * DAY) }],
    });
    expect(await countsAfter(id, 22 * HOUR)).toBe(0);
    await scene.call('PUT', `/${id}/reminders`, { reminders: [] });
    expect(await rowsOf(api.database, 'due_reminders', { request_id: id })).toEqual([]);
    expect((await scene.read(id)).time_zone).toBe('Europe/Berlin');
  });

  it('should never be planned for a test key', async () => {
    const body = {
      instructions: 'A test',
      recipient_email: 'test@example.com',
      reminders: [{ when: 'not_opened', hours: 24 }],
    };
    const created = await api.call('POST', '/v1/photo-requests', { key: workspace.test.key, body });
    const { id, reminders } = created.json().data;
    expect(reminders).toEqual([{ when: 'not_opened', hours: 24, due_at: null }]);
    expect(await rowsOf(api.database, 'due_reminders', { request_id: id })).toEqual([]);
  });

  it.each([
    ['without a recipient', { reminders: [{ when: 'not_opened', hours: 1 }] }, 'recipient_email'],
    [
      'more than five',
      { recipient_email: 'a@example.com', reminders: Array(6).fill({ when: 'not_opened', hours: 1 }) },
      'reminders',
    ],
    ['at an unknown occasion', { reminders: [{ when: 'soon', hours: 1 }] }, 'reminders.0.when'],
    [
      'after no time',
      { recipient_email: 'a@example.com', reminders: [{ when: 'not_opened', hours: 0 }] },
      'reminders.0.hours',
    ],
    [
      'after a month',
      { recipient_email: 'a@example.com', reminders: [{ when: 'not_opened', hours: 721 }] },
      'reminders.0.hours',
    ],
    [
      'named twice',
      { recipient_email: 'a@example.com', reminders: Array(2).fill({ when: 'not_opened', hours: 1 }) },
      'reminders.1',
    ],
    ['in no known time zone', { time_zone: 'Mars/Base' }, 'time_zone'],
    ['in an offset', { time_zone: '+02:00' }, 'time_zone'],
  ])('should be refused %s', async (_how, body, field) => {
    const refused = await scene.call('POST', '', { instructions: 'Please', ...body });
    expectError(refused, 422, 'validation_error', [field]);
  });
});
