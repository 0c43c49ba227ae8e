import type { Browser } from 'playwright-core';
import { expect, test } from 'vitest';
import { rowsOf, rowWith, signedInClient, signInAt, siteNamed } from './console-page.ts';
import { MASTER, OPERATOR } from './local-console.ts';
import { openPage } from './open-browser.ts';

/** A console with the demo data, and a browser. */
export interface OpenConsole {
  readonly browser: Browser;
  readonly baseUrl: string;
}

/** Tests that every server of the console must pass. */
export function testConsoleAt(console: () => OpenConsole): void {
  test('The console lists the open alerts of an operator’s assigned sites, and sends requests to its own host only', async () => {
    const { page, complaints, requests, close } = await openPage(console().browser);
    await signInAt(page, console().baseUrl, OPERATOR);
    await rowsOf(page).first().waitFor();
    const sites = async () =>
      new Set(await page.locator('.alert-row .where span:first-child').allTextContents());
    await expect.poll(sites).toEqual(new Set(['City Office', 'Harbour Warehouse']));
    expect(requests.filter((url) => !url.startsWith(`${console().baseUrl}/`))).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  test('The console shows an alert that is raised elsewhere without a reload, and removes it when it is resolved', async () => {
    const { page, complaints, close } = await openPage(console().browser);
    await signInAt(page, console().baseUrl, OPERATOR);
    await page.getByText('Live', { exact: true }).waitFor();
    const guard = await signedInClient(console().baseUrl, MASTER);
    const site_id = await siteNamed(guard, 'City Office');
    const message = 'Raised while a screen is live';
    const alert = await guard.alerts.raise({ site_id, type: 'fire', severity: 'high', message });
    await rowWith(page, message).waitFor();
    await guard.alerts.resolve(alert.id);
    await rowWith(page, message).waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
    await close();
  });

  test('The content security policy of the console allows no inline script or style, no eval and no frame', async () => {
    const response = await fetch(`${console().baseUrl}/console`);
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|\*|data:/);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    const { page, complaints, close } = await openPage(console().browser);
    await page.goto(`${console().baseUrl}/console`);
    await page.getByLabel('E-mail').waitFor();
    await page.evaluate('setTimeout("globalThis.ran = true")').catch(() => {});
    const script = `{
      const script = document.createElement('script');
      document.head.append(script);
      try { script.text = 'globalThis.ran = true'; } catch {}
      try { document.body.innerHTML = '<img src=x onerror="globalThis.ran = true">'; } catch {}
    }`;
    await page.evaluate(script);
    expect(await page.evaluate('globalThis.ran')).toBeUndefined();
    expect(complaints.length).toBeGreaterThan(0);
    await close();
  });
}
