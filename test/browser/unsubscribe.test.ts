import { describe, expect, it } from 'vitest';
import { useStage } from '../helpers/browser/capture-browser.ts';
import { expectAccessible, expectToFit } from '../helpers/browser/capture-browser-looks.ts';

describe('the page to unsubscribe', () => {
  const stage = useStage();

  it.each([
    { locale: 'en', javaScriptEnabled: false, colorScheme: 'light' },
    { locale: 'ar', javaScriptEnabled: true, colorScheme: 'dark' },
    { locale: 'de', javaScriptEnabled: true, colorScheme: 'light' },
  ] as const)('should work in $locale on the smallest phone, script: $javaScriptEnabled', async (how) => {
    const { api, url, workspace } = stage.site;
    const { unsubscribing } = api.services;
    const address = `${how.locale}@example.com`;
    const link = unsubscribing.link(workspace.id, address, how.locale).slice(url.length);
    const { page } = await stage.phone(link, { ...how, viewport: { width: 320, height: 568 } });
    const customer = unsubscribing.subscriptionOf(workspace.id, address);
    const look = async (state: string) => {
      await page.locator(`[data-state="${state}"]`).waitFor();
      if (how.javaScriptEnabled) await expectAccessible(page, state);
      if (how.javaScriptEnabled) await expectToFit(page, state);
    };
    await look('asked');
    expect(await unsubscribing.isUnsubscribed(customer)).toBe(false);
    await page.getByTestId('unsubscribe-button').click();
    await look('done');
    expect(await unsubscribing.isUnsubscribed(customer)).toBe(true);
    await page.getByTestId('unsubscribe-button').click();
    await look('undone');
    expect(await unsubscribing.isUnsubscribed(customer)).toBe(false);
    expect(await page.locator('html').getAttribute('lang')).toBe(how.locale);
  });
});
