import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { headerName, headerText } from '../../src/email/header-text.ts';
import { MailRefusedError } from '../../src/email/mail-refused-error.ts';
import { openMailTransport } from '../../src/email/open-transport.ts';
import { wordingFor } from '../../src/email/wording.ts';
import { customerMail } from '../../src/photo-requests/request-mail.ts';
import { createCustomerUrls } from '../../src/shared/customer-urls.ts';
import { readMailFiles } from '../helpers/email/mail-files.ts';
import { hostileText } from '../helpers/http/hostile-headers.ts';

const FROM = { address: 'no-reply@photos.test' };
const EXPECTED_HEADERS = [
  'auto-submitted',
  'content-language',
  'content-type',
  'date',
  'from',
  'list-unsubscribe',
  'list-unsubscribe-post',
  'message-id',
  'mime-version',
  'subject',
  'to',
];

describe('the headers of an email', () => {
  const folder = mkdtempSync(join(tmpdir(), 'shutterpost-mail-'));
  const transport = openMailTransport({ smtpUrl: undefined, mailFolder: folder, from: FROM });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const base = {
    id: 'mail_1',
    recipient: 'customer@example.com',
    locale: 'en',
    date: 0,
    senderName: 'Acme',
    subject: 'Photos',
    text: 'text',
    html: '<p>text</p>',
  };

  async function sendFrom(workspaceName: string, locale: string) {
    const parts = customerMail(
      'photo_request',
      {
        status: 'pending',
        submitted_at: null,
        reviews: null,
        translations: null,
        instructions: workspaceName,
        photo_slots: '[]',
        token: 't',
        unique_code: 'K7MWQ2RX',
        expires_at: 0,
        workspace_name: workspaceName,
        workspace_plan: 'professional',
        brand_color: null,
        suspended_at: null,
        external_id: null,
        metadata: '{}',
        held_at: null,
      },
      {
        wording: wordingFor(locale),
        unsubscribeUrl: 'https://photos.test/unsubscribe/token',
        urls: createCustomerUrls('https://photos.test'),
        serviceName: 'Shutterpost',
      },
    );
    await transport.send({ ...base, locale, ...parts });
    const [file] = await readMailFiles(folder);
    if (file === undefined) throw new Error('No email was written');
    return file.email;
  }

  it('should be ours alone, whatever a workspace is called', async () => {
    await fc.assert(
      fc.asyncProperty(hostileText, fc.constantFrom('en', 'ar', 'hi', 'pt-BR'), async (name, locale) => {
        const email = await sendFrom(name, locale);
        expect(email.headers.map(({ key }) => key).sort()).toEqual(EXPECTED_HEADERS);
        expect(email.to).toEqual([{ address: 'customer@example.com', name: '' }]);
        expect(email.from?.address).toBe(FROM.address);
        expect(email.from?.name).toMatch(/Shutterpost/);
        expect(`${email.from?.name}${email.subject}`).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e]/u);
        expect(email.from?.name).not.toMatch(/[<>@"]/);
        expect([email.cc, email.bcc, email.replyTo]).toEqual([undefined, undefined, undefined]);
      }),
      { numRuns: 300 },
    );
  });

  it('should leave names alone that people really have', () => {
    for (const name of [
      'Müller & Söhne GmbH',
      'O’Neill, Smith; Partners',
      'क्षमा',
      '株式会社',
      '👩‍🔧 Repairs',
      'تأمين',
    ])
      expect([headerText(name, 80), headerName(name, 80)]).toEqual([name, name]);
  });

  it('should not let a name look like an address or hide another one', () => {
    expect(headerName('"Bank" <ceo@bank.example>', 80)).toBe('Bank ceo at bank.example');
    expect(headerText('=?utf-8?Q?=0D=0ABcc:_x?=', 80)).not.toContain('=?');
    expect(headerText('==??==??', 80)).not.toContain('=?');
  });

  it('should cut a long name where no character is split', () => {
    expect(headerText('👩‍🔧'.repeat(100), 79).isWellFormed()).toBe(true);
    expect(headerText('a'.repeat(300), 80)).toBe(`${'a'.repeat(80)}…`);
  });

  it('should refuse a recipient that is not exactly one address', async () => {
    const recipients = [
      'a@example.com, b@example.com',
      'a@example.com\r\nBcc: b@example.com',
      'a@example.com\u0000',
      'a@example.com\u2028',
      '<a@example.com>',
      '"a b"@example.com',
      'a@example.com> SIZE=1',
      `${'a'.repeat(300)}@example.com`,
      'nobody',
      '',
    ];
    for (const recipient of recipients)
      await expect(transport.send({ ...base, recipient })).rejects.toThrow(MailRefusedError);
  });

  it('should refuse lines of a caller that forgot to clean them', async () => {
    for (const bad of ['Acme\r\nBcc: b@example.com', 'Acme\u2028x', 'Acme\u0000'])
      for (const field of ['senderName', 'subject'])
        await expect(transport.send({ ...base, [field]: bad })).rejects.toThrow(MailRefusedError);
  });
});
