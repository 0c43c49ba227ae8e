import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGuardClient } from '../../lib/client/index.ts';
import { de } from '../../lib/console/texts/desk-de.ts';
import { en } from '../../lib/console/texts/desk-en.ts';
import { DEMO_PASSWORD } from '../../lib/local/demo-data.ts';
import { forgetLanguage, signedIn, signInAt } from './console-page.ts';
import { type LocalConsole, MASTER, OPERATOR, startLocalConsole } from './local-console.ts';
import { openPage } from './open-browser.ts';
import { linkTo } from './outbox.ts';

let desk: LocalConsole;

beforeAll(async () => {
  desk = await startLocalConsole();
});

afterAll(() => desk?.stop());

/** The texts of a catalogue that take no values. */
function textsOf(catalogue: unknown): string[] {
  if (typeof catalogue === 'string') return [catalogue.trim()];
  return typeof catalogue === 'object' ? Object.values(catalogue ?? {}).flatMap(textsOf) : [];
}

const german = textsOf(de);
const english = new Set(textsOf(en).filter((text) => !german.includes(text)));

/** The texts and labels of a page that are in the English catalogue only. */
async function englishOf(page: Page): Promise<string[]> {
  const shown = await page.evaluate<string[]>(`[...document.body.querySelectorAll('*')].flatMap((it) => [
    ...[...it.childNodes].filter(({ nodeType }) => nodeType === 3).map(({ data }) => data.trim()),
    ...['aria-label', 'placeholder', 'title'].map((name) => it.getAttribute(name) ?? ''),
  ]).concat(document.title.split(' · '))`);
  expect(shown.length).toBeGreaterThan(10);
  return shown.filter((text) => english.has(text));
}

test.each([
  ['desktop', { viewport: { width: 1280, height: 800 } }],
  ['phone', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
] as const)(
  'On a %s with a German browser, the console is in German until the user chooses Spanish',
  async (name, options: BrowserContextOptions) => {
    const { id } = await desk.raise({ message: 'Glasbruch' });
    await forgetLanguage(desk.url, OPERATOR);
    const { page, close } = await openPage(desk.browser, { ...options, locale: 'de-DE' });
    const look = async (part: string) => {
      await page.screenshot({ path: `.guard/screenshots/german-${name}-${part}.png` });
      expect(await englishOf(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    };
    await page.goto(`${desk.url}/console`);
    await page.getByRole('heading').waitFor();
    await look('sign-in');
    await page.getByLabel(de.signIn.email).fill(OPERATOR);
    await page.getByLabel(de.signIn.password).fill(DEMO_PASSWORD);
    await page.getByRole('button', { name: de.signIn.signIn }).click();
    await page.getByText('Glasbruch').first().waitFor();
    await look('desk');
    await page.goto(`${desk.url}/console?alert=${id}`);
    await page.getByRole('heading', { name: de.detail.history }).waitFor();
    await look('alert');
    await page.goto(`${desk.url}/console#/account`);
    await page.getByRole('heading', { name: 'Konto' }).waitFor();
    await look('account');
    await page.locator('.person').click();
    await page.getByRole('combobox', { name: 'Sprache' }).selectOption('es');
    await page.getByRole('heading', { level: 1, name: 'Cuenta' }).waitFor();
    expect(await page.evaluate('document.documentElement.lang')).toBe('es');
    // On another machine, the person has the same language.
    const other = await openPage(desk.browser, { ...options, locale: 'en-GB' });
    await signInAt(other.page, desk.url, OPERATOR, '#/account');
    await other.page.getByRole('heading', { level: 1, name: 'Cuenta' }).waitFor();
    await other.close();
    await desk.master.alerts.resolve(id);
    await close();
  },
);

test('With a German browser, a refused form says in German what is wrong, and nothing in the service’s own words', async () => {
  const { page, close } = await openPage(desk.browser, { locale: 'de-DE' });
  await page.goto(`${desk.url}/console#/sites/new`);
  await page.getByLabel(de.signIn.email).fill(MASTER);
  await page.getByLabel(de.signIn.password).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: de.signIn.signIn }).click();
  await page.getByLabel('Name').fill('Glaserei');
  await page.getByLabel('Zeitzone').fill('Europe/Nowhere');
  const answered = page.waitForResponse((it) => it.status() === 422);
  await page.getByRole('button', { name: 'Objekt anlegen' }).click();
  const { errors } = (await (await answered).json()) as { errors: Record<string, string[]> };
  await page.getByText(de.common.rules['must be UTC or an IANA time zone']).waitFor();
  const shown = await page.locator('body').innerText();
  for (const text of Object.values(errors).flat()) expect(shown).not.toContain(text);
  expect(await englishOf(page)).toEqual([]);
  await close();
});

test('Whoever follows an invitation with a Portuguese browser gets the console and later messages in Portuguese', async () => {
  const email = `ines-${Date.now()}@acme.test`;
  const { id } = await desk.master.users.create({ name: 'Inês', email, role: 'tenant_admin' });
  await desk.master.users.invite(id);
  const password = 'a long enough password';
  const { page, close } = await openPage(desk.browser, { locale: 'pt-PT' });
  await page.goto(await linkTo(desk.url, email));
  await page.getByLabel('Nova palavra-passe', { exact: true }).fill(password);
  await page.locator('form button[type=submit]').click();
  await signedIn(page);
  expect(await page.locator('html').getAttribute('lang')).toBe('pt');
  const guard = createGuardClient({ baseUrl: desk.url });
  await guard.login({ email, password });
  expect((await guard.getPreferences()).language).toBe('pt');
  await close();
});
