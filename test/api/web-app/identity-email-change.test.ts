import { describe, expect, it } from 'vitest';
import type { RenderedMail } from '../../../src/email/rendered-mail.ts';
import type { MailTransport } from '../../../src/email/transport.ts';
import { useTestApp } from '../../helpers/app/test-app.ts';
import {
  codeOf,
  createOwner,
  mailedToken,
  openBrowser,
  PASSWORD,
  type Person,
  signIn,
} from '../../helpers/app/web-browser.ts';
import { rowsOf } from '../../helpers/database/stored-rows.ts';
import { mailWorkerOf } from '../../helpers/email/mail-worker.ts';

const GOOD = 'seven quiet lamps at noon';

describe('another email address', () => {
  const api = useTestApp({ platform: { mailConfigured: true, signUp: 'open' } });
  const offline = useTestApp();

  const ask = ({ browser }: Person, email: string) => browser.expect('PATCH', '/account', { email });
  const confirm = (token: string | undefined) => openBrowser(api).call('POST', '/verify-email', { token });

  /** What was emailed to an address since the last time, as its reader sees it. */
  async function mailsTo(recipient: string, from = api): Promise<RenderedMail[]> {
    const sent: RenderedMail[] = [];
    const transport: MailTransport = {
      kind: 'smtp',
      send: async (mail) => void sent.push(mail),
      close: async () => {},
    };
    const worker = mailWorkerOf(from, { transport });
    await worker.settled();
    await worker.stop();
    return sent.filter((mail) => mail.recipient === recipient);
  }

  it('should be told to the one before when it is asked for, and when it is there', async () => {
    const person = await createOwner(api);
    const next = `next-${person.email}`;
    await ask(person, next);
    const token = await mailedToken(api, 'verify_email', next);
    const [asked, ...others] = await mailsTo(person.email);
    expect(others).toEqual([]);
    expect(asked).toMatchObject({ subject: 'Your email address is about to change' });
    for (const part of [asked?.text, asked?.html]) {
      expect(part).toContain(next);
      expect(part).toContain('Change your password now');
      expect(part).toContain('https://photos.test/app/account');
    }
    expect((await confirm(token)).statusCode).toBe(200);
    const done = await mailsTo(person.email);
    expect(done.map(({ subject }) => subject)).toEqual(['Your email address was changed']);
    expect(done[0]?.text).toContain(next);
  });

  it('should look the same to the one before when someone else has it', async () => {
    const [person, theirs] = [await createOwner(api), await createOwner(api)];
    await ask(person, theirs.email);
    const told = await mailsTo(person.email);
    expect(told.map(({ subject }) => subject)).toEqual(['Your email address is about to change']);
    expect(await mailsTo(theirs.email)).toEqual([]);
  });

  it.each<[string, (person: Person) => Promise<unknown>]>([
    [
      'the password is changed',
      ({ browser }) => browser.expect('POST', '/account/password', { current: PASSWORD, new: GOOD }),
    ],
    [
      'the password is reset',
      async ({ email }) => {
        await openBrowser(api).expect('POST', '/reset-password/request', { email });
        const token = await mailedToken(api, 'reset_password', email);
        await openBrowser(api).expect('POST', '/reset-password', { token, password: GOOD });
      },
    ],
    ['everyone is signed out', ({ browser }) => browser.expect('POST', '/sign-out-everywhere')],
    ['another one is asked for', (person) => ask(person, `third-${person.email}`)],
  ])('should not be taken any more once %s', async (_what, happen) => {
    const person = await createOwner(api);
    await ask(person, `next-${person.email}`);
    const token = await mailedToken(api, 'verify_email', `next-${person.email}`);
    await happen(person);
    expect(codeOf(await confirm(token))).toEqual([410, 'link_expired']);
    const user = await api.services.identity.account.findByEmail(person.email);
    expect(user.id).toBe(person.userId);
  });

  it('should go to whoever proves it, though a stranger has signed it up', async () => {
    const person = await createOwner(api);
    const next = `next-${person.email}`;
    const signUp = () =>
      openBrowser(api).call('POST', '/sign-up', { email: next, workspace_name: 'A stranger’s' });
    expect((await signUp()).statusCode).toBe(201);
    const first = await mailedToken(api, 'verify_email', next);
    expect(await ask(person, next)).toEqual({ awaits_verification: true });
    const token = await mailedToken(api, 'verify_email', next);
    expect(token).not.toBe(first);

    expect((await confirm(token)).statusCode).toBe(200);
    expect((await api.services.identity.account.findByEmail(next)).id).toBe(person.userId);
    expect(codeOf(await confirm(first))).toEqual([410, 'link_expired']);
    const left = await rowsOf(api.database, 'workspaces', { name: 'A stranger’s' });
    expect(left).toEqual([]);
    // It is taken from now on: no second account comes of it.
    expect((await signUp()).statusCode).toBe(201);
    expect(await mailedToken(api, 'verify_email', next)).toBe(token);
  });

  it('should stay with whoever finished signing it up meanwhile', async () => {
    const person = await createOwner(api);
    const next = `next-${person.email}`;
    await openBrowser(api).expect('POST', '/sign-up', { email: next });
    const first = await mailedToken(api, 'verify_email', next);
    await ask(person, next);
    const token = await mailedToken(api, 'verify_email', next);
    await openBrowser(api).expect('POST', '/verify-email', { token: first, password: GOOD });
    expect(codeOf(await confirm(token))).toEqual([410, 'link_expired']);
    expect((await api.services.identity.account.findByEmail(person.email)).id).toBe(person.userId);
    await signIn(api, next, GOOD);
  });

  it('should go to one of several who prove it at the same moment', async () => {
    const next = 'wanted-by-several@example.com';
    const tokens: (string | undefined)[] = [];
    for (let number = 0; number < 8; number++) {
      await ask(await createOwner(api), next);
      tokens.push(await mailedToken(api, 'verify_email', next));
    }
    const responses = await Promise.all(tokens.map(confirm));
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(7).fill(410)]);
  });

  it('should go to one of several who take it at the same moment, where no emails are sent', async () => {
    const people: Person[] = [];
    for (let number = 0; number < 8; number++) people.push(await createOwner(offline));
    const body = { email: 'taken-by-several@example.com' };
    const responses = await Promise.all(people.map(({ browser }) => browser.call('PATCH', '/account', body)));
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(7).fill(422)]);
  });

  it('should leave the way to confirm the one that the account has', async () => {
    const { email, browser } = await createOwner(api);
    await browser.expect('POST', '/account/verify-email');
    const token = await mailedToken(api, 'verify_email', email);
    await browser.expect('POST', '/account/password', { current: PASSWORD, new: GOOD });
    expect((await confirm(token)).statusCode).toBe(200);
  });

  it('should be told to the one before also where it changes at once', async () => {
    const person = await createOwner(offline);
    await ask(person, `next-${person.email}`);
    const told = await mailsTo(person.email, offline);
    expect(told.map(({ subject }) => subject)).toEqual(['Your email address was changed']);
  });
});
