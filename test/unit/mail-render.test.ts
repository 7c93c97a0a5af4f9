import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accentOf } from '../../src/email/accent.ts';
import { wordingFor } from '../../src/email/wording.ts';
import { signInWarningMail } from '../../src/identity/mails.ts';
import { contrast } from '../../src/pages/colors.ts';
import type { MailedRequest } from '../../src/photo-requests/mailed-request-repository.ts';
import { customerMail } from '../../src/photo-requests/request-mail.ts';
import { createCustomerUrls } from '../../src/shared/customer-urls.ts';
import { webhookDisabledMail } from '../../src/webhooks/endpoints/endpoint-disabled-mail.ts';

const PUBLIC_URL = 'https://photos.test';
const LINK = `${PUBLIC_URL}/r/5t9x2m8c4v7b1n6q3w0e8r5y2k`;
const UNSUBSCRIBE = `${PUBLIC_URL}/unsubscribe/token`;
const ISOLATES = /[\u2068\u2069]/g;
const slots = [
  { instructions: 'The front', is_required: true },
  { instructions: 'The back', is_required: false },
];

function requestMail(changes: Partial<MailedRequest> = {}, locale = 'en') {
  const request: MailedRequest = {
    status: 'pending',
    submitted_at: null,
    reviews: null,
    translations: null,
    instructions: 'Please photograph the damage.',
    photo_slots: JSON.stringify(slots),
    token: '5t9x2m8c4v7b1n6q3w0e8r5y2k',
    unique_code: 'K7MWQ2RX',
    expires_at: Date.UTC(2026, 1, 2, 15, 30),
    workspace_name: 'Acme',
    workspace_plan: 'professional',
    brand_color: null,
    suspended_at: null,
    external_id: null,
    metadata: '{}',
    held_at: null,
    ...changes,
  };
  return customerMail('photo_request', request, {
    wording: wordingFor(locale),
    urls: createCustomerUrls(PUBLIC_URL),
    serviceName: 'Shutterpost',
    unsubscribeUrl: UNSUBSCRIBE,
  });
}

function webhookMail(
  url = 'https://receiver.test/hooks?token=secret',
  reason: 'gone' | 'failing' = 'failing',
  held = 1,
) {
  return webhookDisabledMail(
    {
      endpoint_id: 'we_1',
      endpoint_name: 'Claims <b>system</b>',
      url,
      reason,
      failing_since: Date.UTC(2026, 0, 26, 8, 12),
      held,
    },
    {
      wording: wordingFor('en'),
      publicUrl: PUBLIC_URL,
      serviceName: 'Shutterpost',
      workspaceId: 'ws_1',
      workspaceName: 'Acme',
    },
  );
}

const tags = (html: string) => html.match(/<[a-z!/][^>]*>/gi)?.filter((tag) => tag !== '<br>');

describe('the email of a photo request', () => {
  it('should say who asks for what, the way there and until when, in both parts', () => {
    const { text, html, subject, senderName } = requestMail();
    expect([subject, senderName]).toEqual(['Acme would like some photos from you', 'Acme via Shutterpost']);
    for (const part of [text, html]) {
      for (const said of [
        'Acme would like some photos from you',
        'Please photograph the damage.',
        'The front',
        'The back',
        'optional',
        LINK,
        'K7MW-Q2RX',
        `${PUBLIC_URL}/code`,
        'Monday, February 2, 2026 at 3:30 PM UTC',
        'Not expecting this?',
        'Only Acme sees your photos.',
      ])
        expect(part).toContain(said);
    }
    expect(html).toContain(`<a href="${LINK}"`);
  });

  it('should say how many photos the plan allows when there are no slots', () => {
    expect(requestMail({ photo_slots: '[]', workspace_plan: 'developer_free' }).text).toContain(
      'Up to 5 photos.',
    );
  });

  it.each([
    ['pt-BR', 'segunda-feira, 2 de fevereiro de 2026', 'ltr'],
    ['en-GB', 'Monday, 2 February 2026 at 15:30 UTC', 'ltr'],
    ['de', 'Montag, 2. Februar 2026 um 15:30 UTC', 'ltr'],
    ['ar', 'فبراير', 'rtl'],
    ['hi', 'फ़रवरी', 'ltr'],
  ])('should speak %s', (locale, time, dir) => {
    const { text, html } = requestMail({}, locale);
    expect(text).toContain(time);
    expect(html).toContain(`<html lang="${locale}" dir="${dir}">`);
    // Once more where mail clients leave it.
    expect(html).toMatch(new RegExp(`<table [^>]*dir="${dir}" lang="${locale}"`));
  });

  it('should load nothing from anywhere and link to this service alone', () => {
    const { html } = requestMail({ instructions: 'See ![x](http://evil.test/p.png)' });
    expect(html).not.toMatch(/<(?:img|link|script|iframe|object|video|audio|form|base)|url\(|@import|src=/i);
    const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, address]) => address);
    expect(new Set(links)).toEqual(new Set([LINK, UNSUBSCRIBE]));
  });

  it('should keep the lines of the instructions', () => {
    const { text, html } = requestMail({ instructions: 'One\r\nTwo\u2028Three' });
    expect(text).toContain('One\nTwo\nThree');
    expect(html).toContain('One<br>Two<br>Three');
  });

  it('should show whatever users wrote as text, never as markup', () => {
    const plain = tags(requestMail({ photo_slots: JSON.stringify(slots.slice(0, 1)) }).html);
    const piece = fc.constantFrom(
      '<b>',
      '</td>',
      '"',
      "'",
      '&lt;',
      '<!--',
      '-->',
      '<script>',
      '</title>',
      'a ',
    );
    const hostile = fc.oneof(
      fc.string({ minLength: 1, unit: 'grapheme' }),
      fc.array(piece, { minLength: 1 }).map((pieces) => pieces.join('')),
    );
    fc.assert(
      fc.property(hostile, hostile, hostile, (name, instructions, wanted) => {
        const { html } = requestMail({
          workspace_name: name,
          instructions,
          photo_slots: JSON.stringify([{ instructions: wanted, is_required: true }]),
        });
        expect(tags(html)).toEqual(plain);
      }),
    );
  });

  it('should keep a name of the other direction from turning the sentence around', () => {
    const { text } = requestMail({ workspace_name: 'تأمين' });
    expect(text).toContain('\u2068تأمين\u2069 would like some photos from you');
    expect(requestMail({ workspace_name: 'تأمين' }, 'ar').text).not.toMatch(ISOLATES);
  });
});

describe('the email about a disabled webhook endpoint', () => {
  it('should say which, why, since when, what waits and what to do, in both parts', () => {
    const { text, html, subject, senderName } = webhookMail();
    expect([subject, senderName]).toEqual(['Webhook endpoint disabled: Claims <b>system</b>', 'Shutterpost']);
    for (const part of [text, html]) {
      for (const said of [
        'https://receiver.test/hooks',
        'Every delivery attempt failed',
        'Monday, January 26, 2026 at 8:12 AM UTC',
        '1 delivery',
        `${PUBLIC_URL}/app/ws_1/live/webhooks`,
        'webhook enable --id we_1',
        'Acme',
      ])
        expect(part).toContain(said);
    }
    expect(html).toContain('Claims &lt;b&gt;system&lt;/b&gt;');
    expect(webhookMail(undefined, 'gone').text).toContain('410 Gone');
  });

  it('should name no number where more wait than were counted', () => {
    expect(webhookMail(undefined, 'gone', 10_000).text).toMatch(/^.*\b10,000 deliveries/m);
    const { text, html } = webhookMail(undefined, 'gone', 10_001);
    for (const part of [text, html]) expect(part).toContain('More than 10,000 deliveries');
  });

  it('should not repeat what a receiver has in its query', () => {
    const { text, html } = webhookMail();
    expect(text + html).not.toContain('secret');
  });
});

describe('the colors of the button', () => {
  it('should be readable and easy to find with every brand color, by day and by night', () => {
    const color = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`);
    fc.assert(
      fc.property(color, (brand) => {
        const { fill, onFill, edge, darkEdge } = accentOf(brand);
        expect(fill).toBe(brand);
        expect(contrast(fill, onFill)).toBeGreaterThanOrEqual(4.5);
        expect(contrast(edge, '#ffffff')).toBeGreaterThanOrEqual(3);
        expect(contrast(darkEdge, '#1b2127')).toBeGreaterThanOrEqual(3);
      }),
    );
  });

  it('should be the product’s own without a usable one', () => {
    expect(accentOf('red;background:url(//evil.test)').fill).toBe(accentOf(null).fill);
  });
});

describe('the email about failed sign-ins', () => {
  const context = { wording: wordingFor('en'), publicUrl: PUBLIC_URL, serviceName: 'Acme Photos' };
  const at = Date.UTC(2026, 1, 2, 15, 30);

  it.each([
    ['wrong_passwords', 'You don’t have to do anything', `${PUBLIC_URL}/app/account`],
    ['wrong_second_factors', 'choose a new password now', `${PUBLIC_URL}/app/forgot-password`],
  ] as const)('should say after %s what to do', (reason, advice, address) => {
    const { text, html } = signInWarningMail({ reason, at }, context);
    for (const part of [text, html])
      expect([part.includes(advice), part.includes(address)]).toEqual([true, true]);
  });
});
