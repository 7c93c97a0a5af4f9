import { describe, expect, it } from 'vitest';
import { toWireTime } from '../../../src/platform/clock.ts';
import { useTestApp, useWorkspace } from '../../helpers/app/test-app.ts';
import { HOUR, MINUTE } from '../../helpers/app/test-clock.ts';
import { openPage, smallPhoto } from '../../helpers/capture/customer.ts';
import { rowsOf, updateRows } from '../../helpers/database/stored-rows.ts';
import {
  askByPhone,
  messagesOf,
  newNumber,
  phoneWorkerOf,
  readRequest,
} from '../../helpers/phone/phone-worker.ts';
import { formOf, startProvider, TWILIO, twilioReply } from '../../helpers/phone/provider-server.ts';

const REMINDERS = [{ when: 'not_opened', hours: 24 }];

describe('what follows a photo request by phone', () => {
  // At noon, when reminders may be sent.
  const api = useTestApp({ platform: { phone: TWILIO }, now: Date.UTC(2026, 2, 3, 12) });
  const workspace = useWorkspace(api);

  const act = (id: string, action: string, body?: object) =>
    api.call('POST', `/v1/photo-requests/${id}/${action}`, {
      key: workspace.live.key,
      ...(body && { body }),
    });

  async function arrive(id: string): Promise<void> {
    await updateRows(api.database, 'phone_messages', { request_id: id }, { status: 'sent' });
    await updateRows(api.database, 'photo_requests', { id }, { sms_status: 'sent' });
  }
  async function sweep(): Promise<void> {
    while (await api.services.photoRequests.sendReminders()) {
      // Until nothing is due.
    }
  }
  const kinds = async (id: string) => (await messagesOf(api, id)).map(({ kind }) => kind);
  const mailKinds = async (id: string) =>
    (await rowsOf(api.database, 'mails', { request_id: id }, 'id')).map(({ kind }) => kind);

  it('should be a reminder by phone where there is no email address', async () => {
    const { id, reminders } = await askByPhone(api, workspace, { reminders: REMINDERS });
    expect(reminders).toHaveLength(1);
    await arrive(id);
    api.clock.advance(24 * HOUR);
    await sweep();
    expect(await kinds(id)).toEqual(['photo_request', 'reminder']);
    expect(await readRequest(api, workspace, id)).toMatchObject({ sms_status: 'queued', reminder_count: 1 });
  });

  it('should be a reminder by both, or by the one that works', async () => {
    const mailed = { recipient_email: 'both@example.com', send_email: true, reminders: REMINDERS };
    const [both, failed, quiet] = [
      await askByPhone(api, workspace, mailed),
      await askByPhone(api, workspace, mailed),
      await askByPhone(api, workspace, { ...mailed, send_sms: false }),
    ];
    for (const { id } of [both, failed]) await arrive(id);
    await updateRows(api.database, 'photo_requests', {}, { email_status: 'sent' });
    await updateRows(api.database, 'photo_requests', { id: failed.id }, { sms_status: 'failed' });
    api.clock.advance(24 * HOUR);
    await sweep();
    expect(await Promise.all([both, failed, quiet].map(({ id }) => kinds(id)))).toEqual([
      ['photo_request', 'reminder'],
      ['photo_request'],
      [],
    ]);
    for (const { id } of [both, failed, quiet]) expect(await mailKinds(id)).toContain('reminder');
    expect((await readRequest(api, workspace, failed.id)).sms_status).toBe('failed');
  });

  it('should leave a reminder out, and not end the others, when the number had its share', async () => {
    const number = newNumber();
    const { id } = await askByPhone(api, workspace, {
      recipient_phone: number,
      reminders: [...REMINDERS, { when: 'not_opened', hours: 72 }],
    });
    await arrive(id);
    api.clock.advance(24 * HOUR);
    for (let count = 0; count < 3; count++) await askByPhone(api, workspace, { recipient_phone: number });
    await sweep();
    expect(await kinds(id)).toEqual(['photo_request']);
    expect(await readRequest(api, workspace, id)).toMatchObject({ reminder_count: 0, sms_status: 'sent' });
    api.clock.advance(48 * HOUR);
    await sweep();
    expect(await kinds(id)).toEqual(['photo_request', 'reminder']);
  });

  it('should be a scheduled reminder not before 50 minutes after one by hand, and never two by hand in ten', async () => {
    const { id } = await askByPhone(api, workspace, { reminders: REMINDERS });
    await arrive(id);
    api.clock.advance(24 * HOUR - 20 * MINUTE);
    expect((await act(id, 'remind')).statusCode).toBe(200);
    api.clock.advance(MINUTE);
    const sentAt = api.clock.now();
    await updateRows(api.database, 'phone_messages', { request_id: id }, { finished_at: sentAt });
    await arrive(id);
    api.clock.advance(19 * MINUTE);
    await sweep();
    expect(await kinds(id)).toEqual(['photo_request', 'reminder']);
    const { reminders } = await readRequest(api, workspace, id);
    expect(reminders).toMatchObject([{ due_at: toWireTime(sentAt + 50 * MINUTE) }]);
    api.clock.advance(31 * MINUTE);
    await sweep();
    expect(await kinds(id)).toEqual(['photo_request', 'reminder', 'reminder']);
    await arrive(id);
    api.clock.advance(9 * MINUTE);
    expect((await act(id, 'remind')).json().error.details.id).toEqual([
      expect.stringContaining('10 minutes'),
    ]);
    api.clock.advance(MINUTE);
    expect((await act(id, 'remind')).statusCode).toBe(200);
  });

  it('should be a scheduled reminder by email not before 50 minutes after a phone message', async () => {
    const mailed = { recipient_email: 'both@example.com', send_email: true, reminders: REMINDERS };
    const [reached, failed] = [
      (await askByPhone(api, workspace, mailed)).id,
      (await askByPhone(api, workspace, mailed)).id,
    ];
    for (const id of [reached, failed]) await arrive(id);
    await updateRows(api.database, 'photo_requests', {}, { email_status: 'sent' });
    api.clock.advance(24 * HOUR);
    const just = { finished_at: api.clock.now() };
    await updateRows(api.database, 'phone_messages', { request_id: reached }, just);
    // That one reached no one.
    await updateRows(api.database, 'phone_messages', { request_id: failed }, { ...just, status: 'failed' });
    await sweep();
    expect(await mailKinds(reached)).toEqual(['photo_request']);
    expect(await mailKinds(failed)).toEqual(['photo_request', 'reminder']);
    api.clock.advance(50 * MINUTE);
    await sweep();
    expect(await mailKinds(reached)).toEqual(['photo_request', 'reminder']);
  });

  it('should be a reminder by hand, refused while a message waits', async () => {
    const { id } = await askByPhone(api, workspace);
    expect((await act(id, 'remind')).json().error.details).toEqual({
      id: ['A message is already being sent.'],
    });
    await arrive(id);
    expect((await act(id, 'remind')).json().data).toMatchObject({ sms_status: 'queued', email_status: null });
    expect(await kinds(id)).toEqual(['photo_request', 'reminder']);
  });

  it('should be a message about changes, in its own words, unless that is not wanted', async () => {
    const provider = await startProvider(twilioReply);
    const worker = phoneWorkerOf(api, { ...TWILIO, baseUrl: provider.origin });
    for (const send_sms of [undefined, false, true]) {
      const asked = await askByPhone(api, workspace, {
        photo_slots: [{ instructions: 'The front' }],
        send_sms: send_sms !== true,
      });
      const { id } = asked;
      await arrive(id);
      if (send_sms === true) await updateRows(api.database, 'photo_requests', { id }, { sms_status: null });
      const page = await openPage(api, 'request', asked.request_url.split('/').at(-1) ?? '');
      await page.send({ body: await smallPhoto() });
      expect((await page.submit()).statusCode).toBe(200);
      const decided = await act(id, 'review', {
        decision: 'request_changes',
        slots: [{ slot_index: 0, reason: 'blurred' }],
        ...(send_sms !== undefined && { send_sms }),
      });
      expect(decided.json().data.sms_status).toBe(send_sms === false ? 'sent' : 'queued');
      await worker.settled();
      const texts = provider.calls.map(formOf).filter(({ To }) => To === asked.recipient_phone);
      expect(texts.map(({ Body }) => Body?.split('\n')[0])).toEqual(
        send_sms === false ? [] : ['Workspace 1: We need some of the photos again. Please take them here:'],
      );
    }
    await worker.stop();
    await provider.stop();
  });
});
