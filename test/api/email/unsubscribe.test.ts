import { describe, expect, it } from 'vitest';
import { useTestApp, useWorkspace } from '../../helpers/app/test-app.ts';
import { DAY } from '../../helpers/app/test-clock.ts';
import { submitPlaces } from '../../helpers/capture/rounds.ts';
import { rowsOf } from '../../helpers/database/stored-rows.ts';
import { askByMail, mailOf, useMailWorker } from '../../helpers/email/mail-worker.ts';
import { createReminderScene } from '../../helpers/email/reminder-scene.ts';
import { header, useSmtpServer } from '../../helpers/email/smtp-server.ts';
import { expectError } from '../../helpers/http/expect-response.ts';

const ONE_CLICK = {
  raw: 'List-Unsubscribe=One-Click',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
};

describe('unsubscribing from emails', () => {
  const api = useTestApp({ withPages: true });
  const workspace = useWorkspace(api);
  const smtp = useSmtpServer();
  const worker = useMailWorker(api, smtp);

  /** The address in the email's header, below the site. */
  async function linkIn(recipient: string, nth = 0): Promise<string> {
    await worker.settled();
    const email = (await smtp.arrived(recipient))[nth]?.email;
    if (email === undefined) throw new Error('No email');
    const [, url = ''] = /^<(https:\/\/[^>]+)>$/.exec(header(email, 'list-unsubscribe') ?? '') ?? [];
    expect(header(email, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect(email.text).toContain(url);
    expect(email.html).toContain(url);
    return url.replace(/^https:\/\/[^/]+/, '');
  }

  const ask = (recipient: string, more: object = {}) =>
    api.call('POST', '/v1/photo-requests', {
      key: workspace.live.key,
      body: { instructions: 'Please', recipient_email: recipient, send_email: true, ...more },
    });
  const stateOf = (body: string) => /data-state="(\w+)"/.exec(body)?.[1];

  it('should take one press of a mail program’s button, in either kind of form, and nothing less', async () => {
    for (const [index, form] of [
      ONE_CLICK,
      {
        raw: '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
        headers: { 'content-type': 'multipart/form-data; boundary=x' },
      },
    ].entries()) {
      const recipient = `one-click-${index}@example.com`;
      await askByMail(api, workspace, { recipient_email: recipient });
      const link = await linkIn(recipient);
      // A scanner that follows links.
      for (const method of ['GET', 'HEAD'] as const)
        expect((await api.call(method, link)).statusCode).toBe(200);
      expect((await ask(recipient)).statusCode).toBe(201);
      const pressed = await api.call('POST', link, form);
      expect([pressed.statusCode, stateOf(pressed.body)]).toEqual([200, 'done']);
      expectError(await ask(recipient), 422, 'recipient_unsubscribed', ['recipient_email']);
      expect(stateOf((await api.call('GET', link)).body)).toBe('done');
    }
  });

  it('should hold for the address however it is written, for this workspace alone, until it is undone', async () => {
    await askByMail(api, workspace, { recipient_email: 'Ann.Lee@example.com' });
    const link = await linkIn('Ann.Lee@example.com');
    await api.call('POST', link, ONE_CLICK);
    expectError(await ask('ann.lee@EXAMPLE.com'), 422, 'recipient_unsubscribed');
    expect((await ask('ann.lee@example.com', { send_email: false })).statusCode).toBe(201);
    const other = await api.createWorkspace();
    await askByMail(api, other, { recipient_email: 'ann.lee@example.com' });
    const [path = '', query = ''] = link.split('?');
    const undone = await api.call('POST', `${path}/undo?${query}`);
    expect([undone.statusCode, stateOf(undone.body)]).toEqual([200, 'undone']);
    expect((await ask('ann.lee@example.com')).statusCode).toBe(201);
  });

  it('should keep back what was queued before, reminders, changes and everything that is asked for', async () => {
    const scene = createReminderScene(api, workspace);
    api.clock.set(Date.UTC(2026, 0, 14, 12));
    const recipient = 'enough@example.com';
    const request = await scene.ask({
      recipient_email: recipient,
      reminders: [{ when: 'not_submitted', hours: 24 }],
    });
    const { id } = await scene.ask({ recipient_email: recipient });
    const queued = (await ask(recipient)).json().data.id;
    const customer = api.services.unsubscribing.subscriptionOf(workspace.id, recipient);
    expect(await scene.read(id)).not.toHaveProperty('recipient_unsubscribed');
    await api.services.unsubscribing.unsubscribe(customer);
    expect(await scene.read(id)).toMatchObject({ recipient_unsubscribed: true });
    await worker.settled();
    expect(await mailOf(api, queued)).toMatchObject({
      status: 'failed',
      error: 'The customer has unsubscribed.',
    });
    for (const action of ['remind', 'resend-email'])
      expectError(await scene.call('POST', `/${id}/${action}`), 422, 'recipient_unsubscribed');
    expectError(
      await scene.call('PUT', `/${id}/reminders`, { reminders: [{ when: 'not_opened', hours: 1 }] }),
      422,
      'recipient_unsubscribed',
    );
    api.clock.advance(DAY);
    await scene.sweep();
    expect(await scene.mailsOf(request.id)).toEqual([]);
    await submitPlaces(api, request.token, [0]);
    const changes = { decision: 'request_changes', slots: [{ slot_index: 0, reason: 'blurred' }] };
    const review = (body: object) => scene.call('POST', `/${request.id}/review`, body);
    expectError(await review({ ...changes, send_email: true }), 422, 'recipient_unsubscribed');
    expect((await review(changes)).statusCode).toBe(200);
    const kinds = (await rowsOf(api.database, 'mails', { request_id: request.id })).map(({ kind }) => kind);
    expect(kinds).toEqual(['photo_request']);
  });

  it('should keep no address, and refuse a link that was changed', async () => {
    const recipient = 'nowhere-else@example.com';
    await askByMail(api, workspace, { recipient_email: recipient });
    const link = await linkIn(recipient);
    await api.call('POST', link, ONE_CLICK);
    const stored = JSON.stringify(await rowsOf(api.database, 'email_opt_outs', {}));
    expect(stored).not.toContain('nowhere-else');
    const [path = ''] = link.split('?');
    const other = await api.createWorkspace();
    const forged = [
      path.replace(workspace.id, other.id),
      path.slice(0, -1) + (path.endsWith('A') ? 'Q' : 'A'),
      path.replace(/\.[\w-]{22}\./, `.${'A'.repeat(22)}.`),
      '/unsubscribe/nonsense',
    ];
    for (const address of forged) {
      expect((await api.call('GET', address)).statusCode, address).toBe(404);
      expect((await api.call('POST', address, ONE_CLICK)).statusCode, address).toBe(404);
    }
    expect(await rowsOf(api.database, 'email_opt_outs', { workspace_id: other.id })).toEqual([]);
    const lines = JSON.stringify(api.logLines());
    expect(lines).toContain('/unsubscribe/[redacted]');
    expect(lines).not.toContain(path);
  });

  it('should speak the language of the email where the browser does not say another', async () => {
    await askByMail(api, workspace, { recipient_email: 'ar@example.com', locale: 'ar' });
    const link = await linkIn('ar@example.com');
    expect((await api.call('GET', link)).body).toContain('<html lang="ar" dir="rtl">');
    const german = await api.call('GET', link, { headers: { 'accept-language': 'de' } });
    expect(german.body).toContain('<html lang="de" dir="ltr">');
    expect(german.headers['set-cookie']).toBeUndefined();
  });
});
