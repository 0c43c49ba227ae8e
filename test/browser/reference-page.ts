import type { Locator, Page } from 'playwright-core';
import { routes } from '../../functions/routes.ts';

const DOCUMENTED = routes.filter(({ isDocumented }) => isDocumented !== false);

/** The documented operations as `METHOD /path`, sorted. */
export const OPERATIONS: readonly string[] = DOCUMENTED.map(({ method, path }) => `${method} ${path}`).sort();

/** Opens the reference of a server, and waits until it lists operations. */
export async function openReference(page: Page, baseUrl: string): Promise<void> {
  await page.goto(`${baseUrl}/docs/api`);
  await complete(page);
}

/** Loads the page again in the same tab, which closes all operations. */
export async function reopen(page: Page): Promise<void> {
  await page.goto(page.url().replace(/#.*/, ''));
  await complete(page);
}

const complete = (page: Page) => page.locator('.operation').first().waitFor();

/** The listed operation with its body. */
const operationOn = (page: Page, operationId: string): Locator =>
  page.locator(`li[id^="operation-"][id$="-${operationId}"]`);

/** Opens an operation, unless it is open, and waits for its form. */
export async function openOperation(page: Page, operationId: string): Promise<Locator> {
  const operation = operationOn(page, operationId);
  const button = operation.locator('.operation');
  if ((await button.getAttribute('aria-expanded')) === 'false') await button.click();
  await operation.locator('button.execute').waitFor();
  return operation;
}

/** Enters a token by hand. */
export async function authorize(page: Page, token: string): Promise<void> {
  await page.getByLabel('Token or API key').fill(token);
  await page.getByRole('button', { name: 'Sign in with it' }).click();
}

/** The operations in view, in the format of `OPERATIONS`. */
export async function operationsOn(page: Page): Promise<string[]> {
  const rows = await page
    .locator('.operation')
    .filter({ visible: true })
    .evaluateAll((elements) =>
      elements.map((it) => [it.querySelector('.method')?.textContent, it.querySelector('code')?.textContent]),
    );
  return rows.map((words) => words.join(' ')).sort();
}

/** Tries out an operation, and returns the status that the page shows. */
export async function tryOut(page: Page, operationId: string, body?: string): Promise<string> {
  const operation = await openOperation(page, operationId);
  if (body !== undefined) await operation.locator('textarea.body-param__text').fill(body);
  const [response] = await Promise.all([
    page.waitForResponse((candidate) => candidate.url().includes('/api/v1/')),
    operation.locator('button.execute').click(),
  ]);
  const status = operation.locator('.live-responses-table tbody .response-col_status');
  await status.filter({ hasText: String(response.status()) }).waitFor();
  return ((await status.first().textContent()) ?? '').trim().slice(0, 3);
}
