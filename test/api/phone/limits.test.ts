import { describe, expect, it } from 'vitest';
import { OPERATOR } from '../../../src/audit/actor.ts';
import { deleteOldMessages } from '../../../src/phone/outbox.ts';
import { useTestApp, useWorkspace } from '../../helpers/app/test-app.ts';
import { DAY, HOUR } from '../../helpers/app/test-clock.ts';
import { rowsOf, updateRows } from '../../helpers/database/stored-rows.ts';
import { askByPhone, messagesOf, newNumber, phoneWorkerOf } from '../../helpers/phone/phone-worker.ts';
import { TWILIO } from '../../helpers/phone/provider-server.ts';

describe('the limits of phone messages', () => {
  const api = useTestApp({ platform: { phone: TWILIO } });
  const workspace = useWorkspace(api);

  const ask = (recipient_phone = newNumber(), by = workspace) =>
    api.call('POST', '/v1/photo-requests', {
      key: by.live.key,
      body: { instructions: 'A photo', recipient_phone, send_sms: true },
    });

  it('should be three an hour to one number, for each workspace by itself, also if the requests are gone', async () => {
    const [number, other] = [newNumber(), await api.createWorkspace()];
    for (let count = 0; count < 3; count++) {
      const { id } = (await ask(number)).json().data;
      await api.services.photoRequests.eraseAnywhere(OPERATOR, id);
    }
    const refused = await ask(number);
    expect([refused.statusCode, refused.json().error.details]).toEqual([
      422,
      { recipient_phone: ['This number was sent 3 messages within the last hour. Try again later.'] },
    ]);
    expect(await rowsOf(api.database, 'phone_messages', { recipient: number })).toEqual([]);
    expect((await ask(number, other)).statusCode).toBe(201);
    expect((await ask()).statusCode).toBe(201);
    api.clock.advance(HOUR);
    expect((await ask(number)).statusCode).toBe(201);
  });

  it('should be those of the plan, per day and per period, whoever asks at the same time', async () => {
    const busy = await api.createWorkspace({ plan: 'professional' });
    expect((await ask(newNumber(), busy)).statusCode).toBe(201);
    const [day] = await rowsOf(api.database, 'phone_senders', { workspace_id: busy.id });
    await updateRows(api.database, 'phone_senders', { workspace_id: busy.id }, { day_count: 498 });
    const asked = await Promise.all(Array.from({ length: 6 }, () => ask(newNumber(), busy)));
    expect(asked.map(({ statusCode }) => statusCode).sort()).toEqual([201, 201, 403, 403, 403, 403]);
    const refused = asked.find(({ statusCode }) => statusCode === 403);
    expect(refused?.json().error).toMatchObject({
      code: 'quota_exceeded',
      message: expect.stringContaining('All 500 phone messages'),
    });
    api.clock.advance(DAY);
    expect((await ask(newNumber(), busy)).statusCode).toBe(201);
    expect(day?.period_started_at).toBeGreaterThan(0);
    await updateRows(api.database, 'phone_senders', { workspace_id: busy.id }, { period_count: 3_000 });
    expect((await ask(newNumber(), busy)).json().error.message).toContain('billing period');
    api.clock.advance(31 * DAY);
    expect((await ask(newNumber(), busy)).statusCode).toBe(201);
  });

  it('should let sixty go at once and one a second after them, and no one else wait for those', async () => {
    const rush = await api.createWorkspace();
    for (let count = 0; count < 62; count++) await ask(newNumber(), rush);
    const now = api.clock.now();
    const due = await rowsOf(api.database, 'phone_messages', { workspace_id: rush.id }, 'id');
    expect(due.map(({ next_attempt_at }) => next_attempt_at - now)).toEqual([
      ...Array.from({ length: 60 }, () => 0),
      1_000,
      2_000,
    ]);
    const { id } = await askByPhone(api, await api.createWorkspace());
    expect(await messagesOf(api, id)).toMatchObject([{ next_attempt_at: now }]);
  });

  it('should hold for what another node counted, whose clock is a little ahead', async () => {
    const busy = await api.createWorkspace({ plan: 'professional' });
    const number = newNumber();
    api.clock.set(api.clock.now() + 10_000);
    for (let count = 0; count < 3; count++) expect((await ask(number, busy)).statusCode).toBe(201);
    // As many as the plan lets go on one day are ahead, and as many of the day before.
    const longest = api.clock.now() + 1_000_000;
    await updateRows(api.database, 'phone_senders', { workspace_id: busy.id }, { next_send_at: longest });
    api.clock.set(api.clock.now() - 10_000);
    expect((await ask(number, busy)).statusCode).toBe(422);
    const { id } = (await ask(newNumber(), busy)).json().data;
    expect(await messagesOf(api, id)).toMatchObject([{ next_attempt_at: longest - 59_000 }]);
  });

  it('should forget whom a workspace wrote to, and old messages, but not who wants none', async () => {
    const { id } = await askByPhone(api, workspace);
    const worker = phoneWorkerOf(api, TWILIO);
    await api.call('POST', `/v1/photo-requests/${id}/cancel`, { key: workspace.live.key });
    await worker.settled();
    await worker.stop();
    api.clock.advance(31 * DAY);
    while (await deleteOldMessages(api.database, api.clock.now(), 10)) {
      // Until nothing is left.
    }
    expect(await messagesOf(api, id)).toEqual([]);
    expect(await rowsOf(api.database, 'phone_recipients', {})).toEqual([]);
  });

  it('should start over once the clock was set back, however far ahead it was', async () => {
    const ahead = await api.createWorkspace();
    const number = newNumber();
    api.clock.set(api.clock.now() + 365 * DAY);
    for (let count = 0; count < 3; count++) expect((await ask(number, ahead)).statusCode).toBe(201);
    for (let count = 0; count < 57; count++) await ask(newNumber(), ahead);

    api.clock.set(api.clock.now() - 365 * DAY);
    const again = await ask(number, ahead);
    expect(again.statusCode).toBe(201);
    expect(await messagesOf(api, again.json().data.id)).toMatchObject([{ next_attempt_at: api.clock.now() }]);
  });
});
