import { describe, expect, it } from 'vitest';
import { CUSTOMER_MAIL_KINDS, originalTexts } from '../../../src/email/customer-mails.ts';
import type { MailPreview, MailTextEntry, MailTextList } from '../../../src/mail-texts/web-schema.ts';
import { LANGUAGES } from '../../../src/shared/languages.ts';
import { useTestApp } from '../../helpers/app/test-app.ts';
import { HOUR } from '../../helpers/app/test-clock.ts';
import { createMember, createOwner, type Person } from '../../helpers/app/web-browser.ts';
import { expectRefusal } from '../../helpers/capture/customer.ts';
import { rowsOf, updateRows } from '../../helpers/database/stored-rows.ts';
import { useMailWorker } from '../../helpers/email/mail-worker.ts';
import { useSmtpServer } from '../../helpers/email/smtp-server.ts';
import { useForEach } from '../../helpers/hooks.ts';
import { createRequest, createSubmitted } from './web-requests.ts';

const OWN = {
  kind: 'photo_request',
  lang: 'de',
  subject: '{business}: Fotos zu {reference}',
  greeting: 'Liebe {customer_name},',
  text: 'wir brauchen Ihre <b>Hilfe</b>.\r\nEs dauert nur kurz.\n\n\n\nBis {expires_at}: {link}',
  button: 'Los geht’s',
} as const;
/** What the workspace is called in a header, where nothing may look like an address. */
const inHeader = ({ email }: Pick<Person, 'email'>) => `Workspace of ${email.replace('@', ' at ')}`;
const ENGLISH = { kind: 'photo_request', lang: 'en' } as const;

describe('the words of emails to customers', () => {
  const api = useTestApp();
  const smtp = useSmtpServer();
  const worker = useMailWorker(api, smtp);
  const owner = useForEach(() => createOwner(api));

  const path = (rest = '', { path } = owner as Pick<Person, 'path'>) => `${path}/settings/mail-texts${rest}`;
  const list = ({ browser } = owner as Pick<Person, 'browser'>) =>
    browser.expect<MailTextList>('GET', path());
  const entryOf = async (kind: string, lang: string) =>
    (await list()).texts.find((entry) => entry.kind === kind && entry.lang === lang) as MailTextEntry;
  const save = (body: object, browser = owner.browser) => browser.call('PUT', path(), body);
  const stored = () => rowsOf(api.database, 'mail_texts', { workspace_id: owner.workspaceId });
  const verify = ({ userId }: Pick<Person, 'userId'>) =>
    updateRows(api.database, 'users', { id: userId }, { email_verified_at: api.clock.now() });

  async function mailedTo(recipient: string) {
    await worker.settled();
    const email = (await smtp.arrived(recipient)).at(-1)?.email;
    if (email === undefined) throw new Error('No email');
    return { ...email, text: email.text ?? '', html: String(email.html) };
  }

  it('should be the originals of every email in every language, until someone writes others', async () => {
    const { mails, texts } = await list();
    expect(mails.map(({ kind }) => kind)).toEqual(CUSTOMER_MAIL_KINDS);
    expect(texts).toHaveLength(CUSTOMER_MAIL_KINDS.length * LANGUAGES.length);
    for (const { kind, lang, original, texts: words, is_own } of texts) {
      expect([original, words, is_own]).toEqual([
        originalTexts(kind, lang),
        originalTexts(kind, lang),
        false,
      ]);
    }
    expect(await stored()).toEqual([]);
  });

  it('should be in the emails that customers get from then on, also in those that were waiting', async () => {
    const recipient_email = 'lena@example.com';
    const { id } = await createRequest(owner, {
      ...{ recipient_email, send_email: true, locale: 'de-AT', external_id: 'S-4711' },
      metadata: { customer_name: 'Frau <i>Berg</i>\r\nBcc: x@example.com' },
    });
    const saved = await save(OWN);
    expect(saved.json().data).toMatchObject({
      is_own: true,
      texts: { text: 'wir brauchen Ihre <b>Hilfe</b>.\nEs dauert nur kurz.\n\nBis {expires_at}: {link}' },
    });
    const { subject, text, html, headers } = await mailedTo(recipient_email);
    const { token } = (await rowsOf(api.database, 'photo_requests', { id }))[0] ?? {};
    expect(subject).toBe(`${inHeader(owner)}: Fotos zu S-4711`);
    expect(headers.map(({ key }) => key)).not.toContain('bcc');
    expect(text).toContain(
      '\n\nLiebe Frau <i>Berg</i> Bcc: x@example.com,\n\nwir brauchen Ihre <b>Hilfe</b>.\n',
    );
    expect(text).toMatch(new RegExp(`Bis \\S+.*: https?://\\S+/r/${token}\n`));
    expect(html).toContain('Frau &lt;i&gt;Berg&lt;/i&gt; Bcc: x@example.com,</p>');
    expect(html).toContain('wir brauchen Ihre &lt;b&gt;Hilfe&lt;/b&gt;.<br>Es dauert nur kurz.</p>');
    expect(html).toContain('>Los geht’s</a>');
  });

  it('should stay the originals in other emails and languages, and of other workspaces', async () => {
    await save(OWN);
    const stranger = await createOwner(api);
    const send = { send_email: true, locale: 'de', external_id: 'S-1' };
    await createRequest(stranger, { ...send, recipient_email: 'theirs@example.com' });
    expect((await mailedTo('theirs@example.com')).subject).toContain('bittet Sie um Fotos');
    await createRequest(owner, { ...send, locale: 'fr', recipient_email: 'french@example.com' });
    expect((await mailedTo('french@example.com')).subject).toContain('vous demande des photos');
    const { id } = await createSubmitted(api, owner, {
      recipient_email: 'again@example.com',
      ...send,
      send_email: false,
    });
    await owner.browser.expect('POST', `${owner.path}/photo-requests/${id}/review`, {
      decision: 'request_changes',
      slots: [{ slot_index: 0, reason: 'blurred' }],
    });
    expect((await mailedTo('again@example.com')).subject).toContain('einige Fotos neu aufzunehmen');
  });

  it('should be stored only where they differ from the originals, and not at all after a reset', async () => {
    const { original } = await entryOf('photo_request', 'en');
    await save({ ...ENGLISH, ...original, button: 'Go' });
    expect(await stored()).toMatchObject([{ subject: null, greeting: null, text: null, button: 'Go' }]);
    await save({ ...ENGLISH, ...original });
    expect(await stored()).toEqual([]);
    await save({ ...ENGLISH, ...original, greeting: 'Hi,' });
    expect(await entryOf('photo_request', 'en')).toMatchObject({ is_own: true, texts: { greeting: 'Hi,' } });
    const reset = await owner.browser.call('POST', path('/reset'), ENGLISH);
    expect(reset.json().data).toMatchObject({ is_own: false, texts: original, updated_at: null });
    expect(await stored()).toEqual([]);
  });

  it('should be in the audit log by what was changed, and not when nothing was', async () => {
    await save(OWN);
    await save(OWN);
    await save({ ...OWN, button: 'Weiter' });
    await owner.browser.expect('POST', path('/reset'), { kind: OWN.kind, lang: OWN.lang });
    const entries = await owner.browser.expect<{ action: string; details: object }[]>(
      'GET',
      `${owner.path}/audit-log?action=workspace`,
    );
    const about = { mail: 'photo_request', language: 'de' };
    expect(entries.filter(({ action }) => action.startsWith('workspace.mail_text'))).toMatchObject([
      { action: 'workspace.mail_text_reset', details: about },
      { action: 'workspace.mail_text_changed', details: { ...about, fields: 'button' } },
      {
        action: 'workspace.mail_text_changed',
        details: { ...about, fields: 'subject, greeting, text, button' },
      },
    ]);
  });

  it('should be refused with words, by field, when saved, looked at or tried', async () => {
    await verify(owner);
    for (const [changes, details] of [
      [{ subject: '{business}\r\nBcc: all@example.com' }, { subject: ['Must be a single line.'] }],
      [{ text: '{business} {password}' }, { text: [expect.stringContaining('{password} can’t be used')] }],
      [{ button: 'x'.repeat(41) }, { button: ['Must have at most 40 characters.'] }],
      [{ subject: '\u202e{business}' }, { subject: [expect.stringContaining('invisible')] }],
    ] as const)
      for (const [method, rest] of [
        ['PUT', ''],
        ['POST', '/preview'],
        ['POST', '/trial'],
      ] as const) {
        const response = await owner.browser.call(method, path(rest), { ...OWN, ...changes });
        expectRefusal(response, 422, 'validation_error');
        expect(response.json().error.details).toEqual(details);
      }
    expectRefusal(await save({ ...OWN, kind: 'invitation' }), 422, 'validation_error');
    expectRefusal(await save({ ...OWN, lang: 'tlh' }), 422, 'validation_error');
    expect(await stored()).toEqual([]);
    expect(await rowsOf(api.database, 'mails', { workspace_id: owner.workspaceId })).toEqual([]);
  });

  it('should be shown before they are saved, with the color of the workspace and a sample', async () => {
    await owner.browser.expect('PATCH', `${owner.path}/settings`, { brand_color: '#a02050' });
    for (const kind of CUSTOMER_MAIL_KINDS)
      for (const { code } of LANGUAGES) {
        const body = { ...OWN, kind, lang: code };
        const { subject, html, text } = await owner.browser.expect<MailPreview>(
          'POST',
          path('/preview'),
          body,
        );
        expect(subject).toBe(`${inHeader(owner)}: Fotos zu 4711`);
        expect(html).toContain('#a02050');
        expect(text).toMatch(/Liebe \S+ .*,\n\nwir brauchen/);
        expect(html + text).not.toMatch(/\{\w+\}|undefined/);
      }
    expect(await stored()).toEqual([]);
  });

  it('should be tried by email at one’s own confirmed address alone, a few times an hour', async () => {
    const admin = await createMember(api, owner.workspaceId, 'admin');
    const trial = () => admin.browser.call('POST', path('/trial'), OWN);
    expectRefusal(await trial(), 403, 'insufficient_permission');
    await verify(admin);
    expect((await trial()).json().data).toEqual({ sent_to: admin.email });
    const { subject, html } = await mailedTo(admin.email);
    expect(subject).toBe(`Test: ${inHeader(owner)}: Fotos zu 4711`);
    expect(html).toContain('Liebe Anna Berg,');
    let allowed = 0;
    while (allowed < 20 && (await trial()).statusCode === 200) allowed += 1;
    expectRefusal(await trial(), 429, 'rate_limited');
    expect(allowed).toBeLessThan(10);
    api.clock.advance(HOUR);
    expect((await trial()).statusCode).toBe(200);
  });

  it('should be seen by viewers, changed by admins, and of no other workspace', async () => {
    const [viewer, member, admin] = [
      await createMember(api, owner.workspaceId, 'viewer'),
      await createMember(api, owner.workspaceId, 'member'),
      await createMember(api, owner.workspaceId, 'admin'),
    ];
    for (const { browser } of [viewer, member])
      expectRefusal(await save(OWN, browser), 403, 'insufficient_permission');
    expect((await save(OWN, admin.browser)).statusCode).toBe(200);
    expect((await list(viewer)).texts.filter(({ is_own }) => is_own)).toHaveLength(1);
    const stranger = await createOwner(api);
    expectRefusal(await save({ ...OWN, button: 'Mine' }, stranger.browser), 404, 'not_found');
    expectRefusal(
      await stranger.browser.call('POST', path('/reset'), { kind: OWN.kind, lang: OWN.lang }),
      404,
      'not_found',
    );
    expect(await stored()).toMatchObject([{ button: OWN.button }]);
  });

  it('should let the original be sent when a later release stored what this one refuses', async () => {
    await save(OWN);
    const where = { workspace_id: owner.workspaceId };
    await updateRows(api.database, 'mail_texts', where, { text: 'From {another_release}' });
    const recipient_email = 'later@example.com';
    await createRequest(owner, { recipient_email, send_email: true, locale: 'de', external_id: 'S-2' });
    const { subject, text } = await mailedTo(recipient_email);
    expect(subject).toContain('bittet Sie um Fotos');
    expect(text).not.toContain('another_release');
  });
});
