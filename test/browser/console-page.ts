import type { Locator, Page } from 'playwright-core';
import { createGuardClient, type GuardClient } from '../../lib/client/index.ts';
import { DEMO_PASSWORD } from '../../lib/local/demo-data.ts';

/** Opens the console of a server with a query, the alerts by default, and signs in with a demo account by default. */
export async function signInAt(
  page: Page,
  baseUrl: string,
  email: string,
  query = '#/alerts',
  password: string = DEMO_PASSWORD,
): Promise<void> {
  await page.goto(`${baseUrl}/console${query}`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await signedIn(page);
}

/** Opens the link of an invitation, and sets the password: the console signs the person in with it. */
export async function followInvitation(page: Page, link: string, password: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Set the password' }).click();
  await signedIn(page);
}

/** Waits until somebody is signed in. */
export const signedIn = (page: Page): Promise<void> => page.locator('.person').waitFor();

/** The options of the open list in which a person chooses by typing. */
export const optionsOn = (page: Page): Locator => page.getByRole('listbox').getByRole('option');

/** Chooses from a list by typing a name, as a person does with the keyboard or the mouse. */
export async function choose(field: Locator, name: string): Promise<void> {
  await field.fill(name);
  const page = field.page();
  await optionsOn(page)
    .filter({ has: page.getByText(name, { exact: true }) })
    .click();
}

/** Signs out by the menu of the person, also if alerts are still in their name. */
export async function signOut(page: Page): Promise<void> {
  await askToSignOut(page);
  const leave = page.getByRole('dialog', { name: 'in your name' }).getByRole('button', { name: 'Sign out' });
  await page.getByLabel('E-mail').or(leave).waitFor();
  if (await leave.isVisible()) await leave.click();
}

/** Presses *Sign out* in the menu of the person. */
export async function askToSignOut(page: Page): Promise<void> {
  await page.locator('.person').click();
  await page.getByRole('button', { name: 'Sign out' }).click();
}

/** The rows of the list. */
export const rowsOf = (page: Page): Locator => page.locator('.alert-row');

/** The row of an alert, by a part of its message. */
export const rowWith = (page: Page, message: string): Locator => rowsOf(page).filter({ hasText: message });

/** The details next to the list. */
export const detailOf = (page: Page): Locator => page.getByRole('article');

/** Opens the note of the alert in the details, unless it is open, and writes it. */
export async function writeNote(page: Page, text: string): Promise<void> {
  const field = detailOf(page).getByLabel('Note', { exact: true });
  if ((await field.count()) === 0) await press(detailOf(page), 'Note');
  await field.fill(text);
}

/** Resolves the alert in the details with an outcome. */
export async function resolveAs(page: Page, outcome: string): Promise<void> {
  await press(detailOf(page), 'Resolve');
  await press(detailOf(page), outcome);
}

/** Presses a button of a part of the page as soon as it is enabled. */
async function press(part: Locator, name: string): Promise<void> {
  const button = part.getByRole('button', { name, exact: true });
  await untilEnabled(button);
  await button.click();
}

/** Waits for the end of a hold. Playwright scrolls the page while it waits to click a disabled button. */
export async function untilEnabled(button: Locator): Promise<void> {
  await button.and(button.page().getByRole('button', { disabled: false })).waitFor();
}

/** Stops the clock of a page that has one of its own: from now on, only the test lets time pass there. */
export async function stopClock(page: Page): Promise<void> {
  // A clock stops at a time ahead only.
  await page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + 5_000);
}

const STEP_MS = 5_000;

/**
 * Lets time pass in a page with a stopped clock, in steps: what the page asks meanwhile is answered. Without answers it would
 * find that it is not connected. A page without a network gets none.
 */
export async function passTime(page: Page, milliseconds: number): Promise<void> {
  for (let left = milliseconds; left > 0; left -= STEP_MS) {
    await page.clock.runFor(Math.min(left, STEP_MS));
    await page.evaluate('fetch("console").then((it) => it.text(), () => "")');
  }
}

/** Resends the delivery of a row of the table. A timer sends it in the next minute. */
export async function resend(row: Locator): Promise<void> {
  const response = row.page().waitForResponse(/\/resend$/);
  await row.getByRole('button', { name: /^Resend/ }).click();
  await response;
}

/** Forgets the language of a user: at the next sign-in it is that of the browser. */
export async function forgetLanguage(baseUrl: string, email: string): Promise<void> {
  await (await signedInClient(baseUrl, email)).updatePreferences({ language: null });
}

/** A signed-in client that acts as another user. */
export async function signedInClient(baseUrl: string, email: string): Promise<GuardClient> {
  const guard = createGuardClient({ baseUrl });
  await guard.login({ email, password: DEMO_PASSWORD });
  return guard;
}

/** The id of a demo site. */
export async function siteNamed(guard: GuardClient, name: string): Promise<string> {
  for await (const site of guard.sites.list({ limit: 100 })) if (site.name === name) return site.id;
  throw new Error(`There is no site ${name}.`);
}

/** Mocks the lists of alerts, and refuses live connections. `pageOf` returns the requested page. */
export async function mockLists(page: Page, pageOf: (query: URLSearchParams) => unknown): Promise<void> {
  await page.route(/\/api\/v1\/alerts\?/, async (route) =>
    route.fulfill({ json: await pageOf(new URL(route.request().url()).searchParams) }),
  );
  const json = { message: 'Not Found.', code: 'not_found', request_id: 'x' };
  await page.route('**/api/v1/live/tickets*', (route) => route.fulfill({ status: 404, json }));
}

/** A page of a list, as the service returns it. */
export const pageWith = (data: readonly unknown[], next_cursor: string | null = null) => ({
  data,
  links: { first: null, last: null, prev: null, next: null },
  meta: { path: '', per_page: 100, next_cursor, prev_cursor: null },
});
