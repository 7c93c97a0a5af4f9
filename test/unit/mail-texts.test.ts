import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CUSTOMER_MAIL_KINDS, originalTexts } from '../../src/email/customer-mails.ts';
import { storedTexts } from '../../src/email/own-words.ts';
import { wordingFor } from '../../src/email/wording.ts';
import { customerMail } from '../../src/photo-requests/request-mail.ts';
import { createCustomerUrls } from '../../src/shared/customer-urls.ts';
import { LANGUAGES } from '../../src/shared/languages.ts';
import { faultsOfMailTexts, type MailTexts, tidyMailTexts } from '../../src/shared/mail-texts.ts';
import { displayCode, SAMPLE_CODE } from '../../src/shared/short-code.ts';
import { hostileText } from '../helpers/http/hostile-headers.ts';

const LINK = 'https://photos.test/r/5t9x2m8c4v7b1n6q3w0e8r5y2k';
const GOOD: MailTexts = {
  subject: '{business}: photos for {reference}',
  greeting: 'Dear {customer_name},',
  text: 'Please help us.\nIt takes a minute.\n\nUse {link} or the code {code} until {expires_at}.',
  button: 'Start',
};

const faultsOf = (changes: Partial<MailTexts>) => faultsOfMailTexts(tidyMailTexts({ ...GOOD, ...changes }));

function mail(
  own: Partial<MailTexts> = GOOD,
  { customer = 'Ms Berg', reference = 'claim 4711', name = 'Acme', locale = 'en' } = {},
) {
  return customerMail(
    'photo_request',
    {
      status: 'pending',
      submitted_at: null,
      reviews: null,
      translations: null,
      instructions: 'The damage, please.',
      photo_slots: '[]',
      token: '5t9x2m8c4v7b1n6q3w0e8r5y2k',
      unique_code: SAMPLE_CODE,
      expires_at: Date.UTC(2026, 1, 2, 15, 30),
      external_id: reference === '' ? null : reference,
      metadata: JSON.stringify(customer === '' ? {} : { customer_name: customer }),
      workspace_name: name,
      workspace_plan: 'professional',
      brand_color: null,
      suspended_at: null,
      held_at: null,
    },
    {
      wording: wordingFor(locale),
      urls: createCustomerUrls('https://photos.test'),
      serviceName: 'Shutterpost',
      unsubscribeUrl: 'https://photos.test/unsubscribe/token',
      own,
    },
  );
}

const tags = (html: string) => html.match(/<[a-z!/][^>]*>/gi);

describe('the words of a workspace for its emails', () => {
  it('should be taken with every placeholder that the field has', () => {
    expect(faultsOf({})).toEqual({});
  });

  it('should be taken as they are in the originals, of every email in every language', () => {
    for (const kind of CUSTOMER_MAIL_KINDS)
      for (const { code } of LANGUAGES) {
        const original = originalTexts(kind, code);
        expect([kind, code, faultsOfMailTexts(original)]).toEqual([kind, code, {}]);
        expect([original.subject, original.text, original.button]).not.toContain('');
        expect(storedTexts(kind, code, original)).toBeNull();
        expect(storedTexts(kind, code, { ...original, greeting: 'Hi' })).toEqual({
          ...{ subject: null, text: null, button: null, greeting: 'Hi' },
        });
      }
  });

  it.each<[string, Partial<MailTexts>, string]>([
    ['an unknown placeholder', { text: 'Hello {constructor}' }, '{constructor} can’t be used here'],
    ['an empty one', { text: '{business} {}' }, '{} can’t be used here'],
    ['the link where phones show it while locked', { subject: '{business} {link}' }, '{link} can’t be'],
    ['the code in the button', { button: 'Enter {code}' }, '{code} can’t be used here'],
    ['a brace that is none', { text: '{business} {{link}}' }, 'Braces are only for placeholders'],
    ['a brace that is not closed', { greeting: 'Dear {customer_name,' }, 'Braces are only for placeholders'],
    ['no one who asks', { subject: 'Photos', text: 'Please.' }, 'Use {business} in the subject'],
    ['no subject', { subject: ' \n ' }, 'This field is required.'],
    ['no button', { button: '' }, 'This field is required.'],
    ['a further header', { subject: '{business}\r\nBcc: all@example.com' }, 'Must be a single line.'],
    ['a line in the greeting', { greeting: 'Dear\u2028you' }, 'Must be a single line.'],
    ['control characters', { text: '{business}\u0007' }, 'Must not contain control characters.'],
    ['text that is turned around', { subject: '{business} \u202egnp.exe' }, 'invisible characters'],
    ['isolates', { text: '{business} \u2067abc\u2069' }, 'invisible characters'],
    ['text that hides', { button: 'Sta\u200brt' }, 'invisible characters'],
    ['too long a subject', { subject: `{business}${'x'.repeat(141)}` }, 'at most 150 characters'],
    ['too long a text', { text: `{business}${'😀'.repeat(1_991)}` }, 'at most 2000 characters'],
    ['too long a button', { button: 'x'.repeat(41) }, 'at most 40 characters'],
  ])('should be refused with %s', (_what, changes, message) => {
    const faults = Object.values(faultsOf(changes)).flat();
    expect(faults).toEqual([expect.stringContaining(message)]);
  });

  it('should be taken with what Arabic and Hindi are written with, and counted as people count', () => {
    expect(faultsOf({ greeting: '\u200fمرحبًا\u200e {customer_name}', text: '{business} क्\u200dष' })).toEqual(
      {},
    );
    expect(faultsOf({ text: `{business}${'😀'.repeat(1_990)}` })).toEqual({});
  });

  it('should be stored with one kind of line break and no more than one blank line', () => {
    const { text } = tidyMailTexts({ ...GOOD, text: '  One \r\nTwo\t\u2029\r\r\r\n\nThree\n\n ' });
    expect(text).toBe('One\nTwo\n\nThree');
  });
});

describe('an email in the words of a workspace', () => {
  it('should say them in both parts, with everything filled in, in paragraphs and lines', () => {
    const { subject, text, html } = mail();
    expect(subject).toBe('Acme: photos for claim 4711');
    expect(text).toMatch(
      /^Acme: photos for claim 4711\n\nDear Ms Berg,\n\nPlease help us\.\nIt takes a minute\.\n\nUse https/,
    );
    expect(text).toContain(
      `Use ${LINK} or the code ${displayCode(SAMPLE_CODE)} until Monday, February 2, 2026 at 3:30 PM UTC.`,
    );
    expect(text).toContain(`Start:\n${LINK}\n`);
    expect(html).toMatch(
      /<p [^>]*>Dear Ms Berg,<\/p>\n?<p [^>]*>Please help us\.<br>It takes a minute\.<\/p>/,
    );
    expect(html).toMatch(new RegExp(`Use <a [^>]*href="${LINK}"[^>]*>${LINK}</a> or the code`));
    expect(html).not.toContain('No app or account needed');
  });

  it('should read well when neither name nor reference is known', () => {
    const own = { ...GOOD, text: 'We are {business}.\nYour case is {reference}.\n\nThank you!' };
    const { subject, text } = mail(own, { customer: '', reference: '' });
    expect(subject).toBe('Acme would like some photos from you');
    expect(text).toContain('\n\nHello,\n\nWe are Acme.\n\nThank you!\n\nThe damage');
    expect(mail({ ...GOOD, text: '{reference} {business}' }, { reference: '' }).text).toContain(
      '\n\nDear Ms Berg,\n\nTake them with your phone.',
    );
    expect(mail(own, { customer: '', locale: 'de-AT' }).text).toContain('\n\nGuten Tag,\n\n');
    expect(mail({ ...GOOD, text: '', greeting: '' }).text).toContain('4711\n\nThe damage, please.');
  });

  it('should fall back to the originals when another release stored what this one refuses', () => {
    const { subject, text } = mail({ ...GOOD, text: '{business} {moon_phase}' });
    expect(subject).toBe('Acme would like some photos from you');
    expect(text).not.toContain('moon');
  });

  it('should be text for whatever is written and filled in, never markup or a header', () => {
    const plain = tags(
      mail({ subject: '{business}', greeting: 'x', text: 'x {customer_name}', button: 'x' }).html,
    );
    const written = hostileText.map((text) => text.replace(/[{}]/g, ''));
    fc.assert(
      fc.property(written, hostileText, hostileText, (words, customer, reference) => {
        const own = {
          subject: `{business}${words}`,
          greeting: words,
          text: `${words} {customer_name}`,
          button: words,
        };
        const tidied = tidyMailTexts(own);
        fc.pre(Object.keys(faultsOfMailTexts(tidied)).length === 0 && !/\n/.test(tidied.text));
        fc.pre(tidied.greeting !== '' && customer.trim() !== '');
        const { subject, html } = mail(tidied, { customer, reference });
        expect(subject).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
        expect(tags(html)?.filter((tag) => tag !== '<br>')).toEqual(plain);
      }),
    );
  });

  it('should not fill in what a customer’s name says', () => {
    expect(mail(GOOD, { customer: '{link} {code}' }).text).toContain('Dear {link} {code},');
  });

  it('should keep a name of the other direction from turning the sentence around', () => {
    expect(mail(GOOD, { customer: 'ليلى' }).text).toContain('Dear \u2068ليلى\u2069,');
    expect(mail(GOOD, { customer: '\u202eevil' }).subject).not.toMatch(/[\u202a-\u202e]/);
  });
});
