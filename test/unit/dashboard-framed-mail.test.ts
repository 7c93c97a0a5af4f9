import { describe, expect, it } from 'vitest';
import { wordingFor } from '../../src/email/wording.ts';
import { sampleRequest } from '../../src/mail-texts/sample-request.ts';
import { customerMail } from '../../src/photo-requests/request-mail.ts';
import { createCustomerUrls } from '../../src/shared/customer-urls.ts';
import { framedMail } from '../../web/dashboard/pages/emails/framed-mail.ts';

describe('an email in a frame of the web application', () => {
  const hostile = '</style><script>alert(1)</script> style="x" &quot; light dark';
  const workspace = { name: hostile, plan: 'professional', brand_color: '#123456' };
  const { html } = customerMail('photo_request', sampleRequest(workspace, 'en', 0), {
    wording: wordingFor('en'),
    urls: createCustomerUrls('https://photos.test'),
    serviceName: '',
    unsubscribeUrl: 'https://photos.test/unsubscribe/token',
  });
  const framed = framedMail(html, { nonce: 'abc', scheme: 'dark' });

  it('should have no style but that of sheets with the nonce', () => {
    expect(framed).not.toMatch(/<[^>]* style=/);
    expect(framed.match(/<style[^>]*>/g)).toEqual(['<style nonce="abc">']);
    const looks = framed.match(/data-look="\d+"/g) ?? [];
    expect(looks.length).toBeGreaterThan(20);
    for (const look of looks) expect(framed).toContain(`[${look}]{`);
    expect(framed).toContain("font-family:-apple-system,BlinkMacSystemFont,'Segoe UI'");
  });

  it('should still be text where a name looks like markup', () => {
    expect(framed).not.toContain('<script');
    expect(framed.match(/<\/style>/g)).toHaveLength(1);
    expect(framed).toContain('&lt;/style&gt;&lt;script&gt;');
  });

  it('should be dark or light as it is told', () => {
    expect(framed).toContain('@media all{');
    expect(framedMail(html, { nonce: 'abc', scheme: 'light' })).toContain('@media not all{');
  });
});
