import { describe, expect, it } from 'vitest';
import { OPERATOR } from '../../../src/audit/actor.ts';
import { displayCode } from '../../../src/shared/short-code.ts';
import { PUBLIC_URL, useTestApp, useWorkspace } from '../../helpers/app/test-app.ts';
import { DAY } from '../../helpers/app/test-clock.ts';
import { rowsOf, updateRows } from '../../helpers/database/stored-rows.ts';
import { readMailFiles } from '../../helpers/email/mail-files.ts';
import {
  askByMail,
  emailStatusOf,
  mailFolderOf,
  mailOf,
  mailWorkerOf,
  useMailWorker,
} from '../../helpers/email/mail-worker.ts';
import { header, useSmtpServer } from '../../helpers/email/smtp-server.ts';

describe('a photo request by email', () => {
  const api = useTestApp();
  const workspace = useWorkspace(api);
  const smtp = useSmtpServer();
  const worker = useMailWorker(api, smtp);

  const get = async (id: string) =>
    (await api.call('GET', `/v1/photo-requests/${id}`, { key: workspace.live.key })).json().data;

  it('should arrive with the link, the code and everything else that the request says', async () => {
    const id = await askByMail(api, workspace, {
      recipient_email: 'ann@example.com',
      photo_slots: [{ instructions: 'The front' }, { instructions: 'The back', is_required: false }],
    });
    expect(await emailStatusOf(api, workspace, id)).toBe('queued');
    await worker.settled();
    const [mail] = await smtp.arrived('ann@example.com');
    const request = await get(id);
    expect(request.email_status).toBe('sent');
    expect([mail?.from, mail?.to]).toEqual(['no-reply@photos.test', ['ann@example.com']]);
    const code = displayCode(request.unique_code);
    for (const part of [mail?.email.text, mail?.email.html])
      for (const said of [request.request_url, code, `${PUBLIC_URL}/code`, 'The damage, please.', 'The back'])
        expect(part).toContain(said);
  });

  it('should say who sends it, in which language and that no one wrote it by hand', async () => {
    const id = await askByMail(api, workspace, { recipient_email: 'bob@example.com', locale: 'pt-BR' });
    await worker.settled();
    const email = (await smtp.arrived('bob@example.com'))[0]?.email;
    if (email === undefined) throw new Error('No email');
    const row = await mailOf(api, id);
    expect(email.from).toEqual({ name: 'Workspace 1 via Shutterpost', address: 'no-reply@photos.test' });
    expect(email.messageId).toBe(`<${row.id}@photos.test>`);
    expect(Date.parse(email.date ?? '')).toBe(row.created_at);
    expect(header(email, 'auto-submitted')).toBe('auto-generated');
    expect(header(email, 'content-language')).toBe('pt-BR');
    expect(header(email, 'content-type')).toMatch(/^multipart\/alternative/);
    expect(email.attachments).toEqual([]);
  });

  it.each([
    ['de', 'bittet Sie um Fotos', 'ltr'],
    ['ar', 'طلب صور من', 'rtl'],
    ['hi', 'को आपसे फ़ोटो चाहिए', 'ltr'],
    ['pl', 'prosi o zdjęcia', 'ltr'],
  ])('should speak the language of the request: %s', async (locale, words, dir) => {
    const recipient = `reader-${locale}@example.com`;
    await askByMail(api, workspace, { recipient_email: recipient, locale });
    await worker.settled();
    const email = (await smtp.arrived(recipient))[0]?.email;
    expect(email?.subject).toContain(words);
    expect(email?.text).toContain(words);
    expect(email?.html).toContain(words);
    expect(email?.html).toContain(`dir="${dir}"`);
  });

  it('should wear the color of the workspace', async () => {
    const branded = await api.createWorkspace();
    await api.services.brands.change(OPERATOR, branded.id, { color: '#ffd54a' });
    await askByMail(api, branded, { recipient_email: 'color@example.com' });
    await worker.settled();
    expect((await smtp.arrived('color@example.com'))[0]?.email.html).toContain('bgcolor="#ffd54a"');
  });

  it('should tell what is true when it is sent', async () => {
    const id = await askByMail(api, workspace, { recipient_email: 'late@example.com' });
    await updateRows(api.database, 'photo_requests', { id }, { instructions: 'Changed.' });
    await worker.settled();
    expect((await smtp.arrived('late@example.com'))[0]?.email.text).toContain('Changed.');
  });

  it.each(['submitted', 'canceled', 'deleted', 'expired', 'suspended'])(
    'should not be sent any more when it is %s by then',
    async (state) => {
      const asking = await api.createWorkspace();
      const id = await askByMail(api, asking, { recipient_email: `${state}@example.com` });
      const before = api.clock.now();
      if (state === 'deleted') {
        await api.call('DELETE', `/v1/photo-requests/${id}`, { key: asking.live.key });
      } else if (state === 'expired') api.clock.advance(8 * DAY);
      else if (state === 'suspended') await api.services.workspaces.suspend(OPERATOR, asking.id);
      else {
        await updateRows(api.database, 'photo_requests', { id }, { status: state as 'submitted' });
      }
      await worker.settled();
      api.clock.set(before);
      const mail = await mailOf(api, id);
      expect([mail.status, mail.error]).toEqual(['failed', expect.stringContaining(state)]);
      const [request] = await rowsOf(api.database, 'photo_requests', { id });
      expect(request?.email_status).toBe(state === 'deleted' ? undefined : 'failed');
    },
  );

  it('should never be sent for a test key', async () => {
    const { test } = workspace;
    const response = await api.call('POST', '/v1/photo-requests', {
      key: test.key,
      body: { instructions: 'A test', recipient_email: 'test@example.com', send_email: true },
    });
    expect([response.statusCode, response.json().data.email_status]).toEqual([201, null]);
    expect(await mailsTo('test@example.com')).toEqual([]);
  });

  it('should not be sent unasked', async () => {
    await askByMail(api, workspace, { recipient_email: 'quiet@example.com', send_email: false });
    expect(await mailsTo('quiet@example.com')).toEqual([]);
  });

  it('should be refused on the free plan as before, without a trace', async () => {
    const free = await api.createWorkspace({ plan: 'developer_free' });
    const response = await api.call('POST', '/v1/photo-requests', {
      key: free.live.key,
      body: { instructions: 'Free', recipient_email: 'free@example.com', send_email: true },
    });
    expect([response.statusCode, Object.keys(response.json().errors)]).toEqual([
      422,
      ['recipient_email', 'send_email'],
    ]);
    expect(await mailsTo('free@example.com')).toEqual([]);
  });

  it('should become a file without a mail server', async () => {
    const id = await askByMail(api, workspace, { recipient_email: 'file@example.com', locale: 'fr' });
    const toFiles = mailWorkerOf(api);
    await toFiles.settled();
    await toFiles.stop();
    expect(await emailStatusOf(api, workspace, id)).toBe('sent');
    const { id: mailId } = await mailOf(api, id);
    const [file, ...others] = await readMailFiles(mailFolderOf(api));
    expect([file?.name, others]).toEqual([`${mailId}.eml`, []]);
    expect(file?.email.to).toEqual([{ address: 'file@example.com', name: '' }]);
    expect(file?.email.text).toContain((await get(id)).request_url);
  });

  const mailsTo = (recipient: string) => rowsOf(api.database, 'mails', { recipient });
});
