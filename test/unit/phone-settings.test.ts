import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { channelsOf, hasStopNote } from '../../src/phone/settings.ts';

const read = (env: Record<string, string>) => readConfig(env).phone;
const TWILIO = 'twilio://AC1:to%40ken@api.twilio.com';

describe('the settings of phone messages', () => {
  it('should be none by default, files, a gateway or Twilio', () => {
    expect(read({})).toBeUndefined();
    expect(read({ SMS_URL: 'file:' })).toEqual({ kind: 'files' });
    const secret = 'x'.repeat(32);
    expect(read({ SMS_URL: 'http://10.0.0.5/send', SMS_SECRET: secret })).toEqual({
      kind: 'gateway',
      url: 'http://10.0.0.5/send',
      secret,
    });
    const twilio = read({ SMS_URL: TWILIO, SMS_FROM: '+14155550123' });
    expect(twilio).toEqual({
      kind: 'twilio',
      baseUrl: 'https://api.twilio.com',
      accountSid: 'AC1',
      authToken: 'to@ken',
      smsFrom: '+14155550123',
      whatsappFrom: undefined,
    });
    expect(channelsOf(twilio)).toEqual({ sms: true, whatsapp: false });
  });

  it('should know when no one can reply', () => {
    const note = (SMS_FROM: string) => hasStopNote(read({ SMS_URL: TWILIO, SMS_FROM }), 'sms');
    expect([note('+14155550123'), note(`MG${'0'.repeat(32)}`), note('ACME Photos')]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it.each([
    [{ SMS_URL: 'ftp://example.com' }, 'SMS_URL: must be file:'],
    [{ SMS_URL: 'twilio://api.twilio.com' }, 'SMS_URL: must be file:'],
    [{ SMS_URL: TWILIO }, 'SMS_FROM: or WHATSAPP_FROM must be set'],
    [{ SMS_URL: TWILIO, SMS_FROM: 'a name that is too long' }, 'SMS_FROM: must be a phone number'],
    [{ SMS_URL: TWILIO, WHATSAPP_FROM: '0151' }, 'WHATSAPP_FROM: must be a phone number'],
    [{ SMS_URL: 'https://example.com' }, 'SMS_SECRET: must have at least 32 characters'],
    [{ SMS_FROM: '+14155550123' }, 'SMS_FROM: must be set together with SMS_URL'],
  ])('should be refused without quoting them: %j', (env, fault) => {
    expect(() => readConfig(env)).toThrow(fault);
    expect(() => readConfig(env)).not.toThrow('to%40ken');
  });
});
