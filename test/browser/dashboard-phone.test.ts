import { describe, expect, it } from 'vitest';
import { expectAccessible, expectToFit } from '../helpers/browser/capture-browser-looks.ts';
import { noticed, PHONE, startDashboard } from '../helpers/browser/dashboard-stage.ts';
import { updateRows } from '../helpers/database/stored-rows.ts';
import { messagesOf, newNumber } from '../helpers/phone/phone-worker.ts';

const stage = startDashboard({ mailConfigured: true });

describe('phone messages in the web application', () => {
  it('should go from the form to the request, tell what they cost, and be sent again', async () => {
    const me = await stage.enter(await stage.createOwner(), { expected: /status of 422/ });
    const { page } = me;
    const number = newNumber();
    await me.visit('live/photo-requests/new');
    await page.getByTestId('instructions').fill('Please photograph the damage.');
    await page.getByTestId('recipient-phone').fill('0151 5');
    await page.getByText(/as 1 text message\.|as 2 text messages\./).waitFor();
    await page.getByTestId('create-request').click();
    await page.getByText('Must be a phone number with its country code').first().waitFor();
    await page.getByTestId('recipient-phone').fill(`${number.slice(0, 3)} ${number.slice(3)}`);
    await expectAccessible(page, 'the form with a phone number');
    await page.setViewportSize(PHONE);
    await expectToFit(page, 'the form with a phone number');
    await page.getByTestId('create-request').click();

    await page.getByTestId('recipient-phone').getByText('Sending').waitFor();
    await page.getByText(`We’re sending the link to ${number}.`, { exact: false }).waitFor();
    await expectToFit(page, 'the request with a phone number');
    await expectAccessible(page, 'the request with a phone number');
    const id = page.url().split('/').at(-1) ?? '';
    expect(await messagesOf(stage.api, id)).toMatchObject([{ recipient: number, channel: 'sms' }]);

    await updateRows(stage.api.database, 'photo_requests', { id }, { sms_status: 'delivered' });
    await updateRows(stage.api.database, 'phone_messages', { request_id: id }, { status: 'delivered' });
    await page.reload();
    await page.getByTestId('recipient-phone').getByText('Delivered').waitFor();
    await page.getByTestId('timeline').getByText('Message delivered').waitFor();
    await page.getByTestId('resend-sms').click();
    await noticed(page, 'Sending message…');
    await page.getByTestId('timeline').getByText('Sending message').waitFor();

    await updateRows(stage.api.database, 'photo_requests', { id }, { sms_status: 'sent' });
    await stage.api.services.phoneOptOuts.obey({ id: 'SM1', from: number, text: 'STOP' });
    await page.reload();
    await page.getByTestId('recipient-phone').getByText('Replied STOP').waitFor();
    expect(await page.getByTestId('resend-sms').count()).toBe(0);
  });

  it('should be possible by the sender’s own phone, with and without a number', async () => {
    const me = await stage.enter(await stage.createOwner());
    const { page } = me;
    const links = async () => {
      const [chat, text] = [page.getByTestId('share-whatsapp'), page.getByTestId('share-sms')];
      return [await chat.getAttribute('href'), await text.getAttribute('href')].map((link) => link ?? '');
    };
    for (const number of [newNumber(), null]) {
      const { id, request_url } = await me.call<{ id: string; request_url: string }>(
        'POST',
        'photo-requests',
        {
          instructions: 'Please',
          locale: 'de',
          recipient_phone: number,
        },
      );
      await me.visit(`live/photo-requests/${id}`);
      await page.getByTestId('share-whatsapp').waitFor();
      const [chat = '', text = ''] = await links();
      expect(chat.split('?')[0]).toBe(`https://wa.me/${(number ?? '').slice(1)}`);
      expect(new URL(chat).searchParams.get('text')).toMatch(
        new RegExp(`Bitte nehmen Sie hier .*\n${request_url}$`),
      );
      expect(text).toMatch(number === null ? /^sms:\?&body=/ : `sms:${number}?&body=`);
      expect(decodeURIComponent(text)).toContain(request_url);
    }
  });
});
