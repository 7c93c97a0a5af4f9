import { describe, expect, it } from 'vitest';
import { displayCode } from '../../src/shared/short-code.ts';
import { expectAccessible, expectToFit } from '../helpers/browser/capture-browser-looks.ts';
import { PHONE, startDashboard, type Visitor } from '../helpers/browser/dashboard-stage.ts';

const stage = startDashboard({ mailConfigured: true });

function createLink(me: Visitor, body: object): Promise<{ id: string; slug: string; unique_code: string }> {
  return me.call('POST', 'permanent-links?environment=test', body);
}

describe('a permanent link', () => {
  it('should be created, seen beforehand, changed and turned off', async () => {
    const slug = 'our-returns';
    const me = await stage.enter(await stage.createOwner());
    const { page } = me;
    await me.visit('test/permanent-links');
    await page.getByText('No permanent links yet').waitFor();
    await expectAccessible(page, 'the empty list');
    await page.getByTestId('new-link').first().click();
    await page.getByTestId('link-name').fill('Rückgabe');
    await page.getByTestId('link-slug').fill('Our Returns');
    expect(await page.getByTestId('link-slug').inputValue()).toBe(slug);
    await page.getByTestId('link-instructions').fill('Photograph the parcel.');
    await page.getByTestId('add-slot').click();
    await page.keyboard.type('The label');
    const preview = await page.getByTestId('customer-preview').innerText();
    expect(preview).toContain('Photos for Harbour Insurance');
    expect(preview).toContain('Photograph the parcel.');
    expect(preview).toContain('The label');
    await expectAccessible(page, 'the form');
    await page.getByTestId('save-link').click();
    expect(await page.getByTestId('request-url').innerText()).toBe(`${stage.url}/p/${slug}`);
    await expectAccessible(page, 'the link');

    await page.getByTestId('edit-link').click();
    await page.getByTestId('link-name').fill('Returns');
    await page.getByTestId('link-max-submissions').fill('20');
    await page.getByTestId('link-expiry').fill('2031-05-01T12:00');
    await page.getByTestId('save-link').click();
    await page.getByRole('heading', { level: 1, name: 'Returns', exact: true }).waitFor();
    await page.getByText('0 of 20').waitFor();
    await page.getByText('1 May 2031, 12:00').waitFor();
    await page.getByTestId('toggle-link').click();
    await page.getByTestId('link-state').getByText('Off').waitFor();
  });

  it('should say at once that an address is taken', async () => {
    const me = await stage.enter(await stage.createOwner(), { expected: /status of 422/ });
    const { slug } = await createLink(me, { name: 'Counter one' });
    await me.visit('test/permanent-links/new');
    await me.page.getByTestId('link-name').fill('Another');
    await me.page.getByTestId('link-slug').fill(slug);
    await me.page.getByTestId('save-link').click();
    await me.page.getByText('This address is taken. Try another one.').waitFor();
    expect(await me.page.getByTestId('link-slug').getAttribute('aria-invalid')).toBe('true');
  });

  it('should list what came through it, and go by its name', async () => {
    const me = await stage.enter(await stage.createOwner());
    const { page } = me;
    const { id, slug } = await createLink(me, { name: 'Gate four' });
    await me.visit(`test/permanent-links/${id}`);
    await page.getByText('No submissions yet').waitFor();
    await stage.submitTo(slug);
    await page.getByRole('table', { name: 'Submissions' }).getByRole('link').first().click();
    await page.getByTestId('photo').waitFor();
    await page.getByRole('link', { name: 'Permanent link', exact: true }).click();
    // The page of the submission has the same title and a menu of its own.
    await page.getByTestId('link-state').waitFor();
    await page.getByTestId('more-actions').click();
    await page.getByTestId('delete').click();
    await page.getByTestId('confirm-name').fill('Gate four');
    await page.getByTestId('confirm-action').click();
    await page.getByText('No permanent links yet').waitFor();
  });

  it('should hold what was sent until someone approves it', async () => {
    const me = await stage.enter(await stage.createOwner());
    const { page } = me;
    const { id, slug } = await createLink(me, { name: 'Gate six' });
    await me.visit(`test/permanent-links/${id}/edit`);
    await page.getByTestId('link-requires-approval').click();
    await page.getByTestId('save-link').click();
    await page.getByText('Nothing pending.').waitFor();
    await stage.submitTo(slug);
    await me.visit(`test/permanent-links/${id}`);
    await page.getByTestId('approve-submission').waitFor();
    await expectAccessible(page, 'the link with a held submission');
    await page.getByTestId('approve-submission').click();
    await page.getByRole('table', { name: 'Submissions' }).getByRole('link').first().waitFor();
    await page.getByText('Nothing pending.').waitFor();
  });

  it('should ask a customer for its access code first', async () => {
    const me = await stage.enter(await stage.createOwner());
    const { page } = me;
    const { id, slug } = await createLink(me, { name: 'Gate seven', instructions: 'The crate, please.' });
    await me.visit(`test/permanent-links/${id}/edit`);
    await page.getByTestId('link-asks-for-code').click();
    await page.getByTestId('link-access-code').fill('Blue Door');
    await page.getByTestId('save-link').click();
    await page.getByTestId('show-access-code').click();
    await page.getByText('Blue Door').waitFor();

    const context = await stage.arrive({ viewport: PHONE, expected: /status of 403/ });
    const customer = await context.newPage();
    await customer.goto(`${stage.url}/p/${slug}#kept`);
    await expectAccessible(customer, 'the access code');
    await expectToFit(customer, 'the access code');
    await customer.getByTestId('access-code').fill('Green Door');
    await customer.getByTestId('access-submit').click();
    await customer.locator('[data-problem="code-wrong"]').waitFor();
    await customer.getByTestId('access-code').fill('blue door');
    await customer.getByTestId('access-submit').click();
    await customer.getByText('The crate, please.').waitFor();
    expect(new URL(customer.url()).hash).toBe('#kept');
  });

  it('should show its QR code in the list', async () => {
    const me = await stage.enter(await stage.createOwner());
    await createLink(me, { name: 'Gate five' });
    await me.visit('test/permanent-links');
    await me.page.getByTestId('show-qr').click();
    await me.page.getByRole('dialog', { name: 'Gate five' }).getByTestId('qr-code').waitFor();
    await expectAccessible(me.page, 'the list with a code');
  });
});

describe('the poster', () => {
  it('should be one sheet of A4 with nothing around it', async () => {
    const me = await stage.enter(await stage.createOwner());
    const { page } = me;
    const { id, unique_code } = await createLink(me, { name: 'Returns desk' });
    await me.visit(`test/permanent-links/${id}/poster`);
    await page.getByTestId('poster').waitFor();
    await expectAccessible(page, 'the poster');
    const poster = await page.getByTestId('poster').innerText();
    expect(poster).toContain(displayCode(unique_code));
    await page.getByTestId('poster-language').selectOption('de');
    await page.getByText('Mit der Handykamera scannen').waitFor();

    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    expect(/\/Count (\d+)/.exec(pdf)?.[1]).toBe('1');
    const [, width, height] = /MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf) ?? [];
    expect([Math.round(Number(width)), Math.round(Number(height))]).toEqual([595, 842]);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    expect(await page.getByTestId('environment-switch').isVisible()).toBe(false);
    expect(await page.getByTestId('print-poster').isVisible()).toBe(false);
    expect(await page.getByTestId('qr-code').isVisible()).toBe(true);
  });
});

describe('who may not', () => {
  it('should see links and posters, but change nothing', async () => {
    const owner = await stage.createOwner();
    const { id } = await createLink(await stage.enter(owner), { name: 'Returns desk' });
    const viewer = await stage.enter(await stage.addMember(owner, 'viewer'));
    await viewer.visit(`test/permanent-links/${id}`);
    await viewer.page.getByTestId('open-poster').waitFor();
    for (const action of ['edit-link', 'more-actions', 'toggle-link'])
      expect(await viewer.page.getByTestId(action).count()).toBe(0);
    await viewer.visit(`test/permanent-links/${id}/edit`);
    await viewer.page.getByTestId('share-box').waitFor();
  });

  it('should be told when the plan has no room for another link', async () => {
    const me = await stage.enter(await stage.createOwner({ plan: 'developer_free' }));
    await createLink(me, { name: 'The only one' });
    await me.visit('test/permanent-links');
    await me.page.getByText('You’re using the only link in your plan.').waitFor();
    expect(await me.page.getByTestId('new-link').count()).toBe(0);
  });
});

it('should fit a phone', async () => {
  const me = await stage.enter(await stage.createOwner(), {
    viewport: PHONE,
    isMobile: true,
    hasTouch: true,
  });
  const { id } = await createLink(me, { name: 'A link with a rather long name for a small screen' });
  for (const path of ['', '/new', `/${id}`, `/${id}/edit`, `/${id}/poster`]) {
    await me.visit(`test/permanent-links${path}`);
    await me.page.getByRole('heading', { level: 1 }).waitFor();
    await me.page.getByTestId('skeleton').waitFor({ state: 'hidden' });
    await expectToFit(me.page, path);
  }
});
