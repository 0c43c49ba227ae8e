import type { Page } from 'playwright-core';
import { routes } from '../../functions/routes.ts';

/** The documented operations as `METHOD /path`, sorted. */
export const OPERATIONS: readonly string[] = routes
  .filter(({ isDocumented }) => isDocumented !== false)
  .map(({ method, path }) => `${method} ${path}`)
  .sort();

/** Opens the reference of a server, and waits until it lists all operations. */
export async function openReference(page: Page, baseUrl: string): Promise<void> {
  await page.goto(`${baseUrl}/docs/api`);
  await complete(page);
}

/** Loads the page again in the same tab, which closes all operations. */
export async function reopen(page: Page): Promise<void> {
  await page.goto(page.url().replace(/#.*/, ''));
  await page.reload();
  await complete(page);
}

async function complete(page: Page): Promise<void> {
  await page
    .locator('.opblock')
    .nth(OPERATIONS.length - 1)
    .waitFor();
}

/** Enters a token by hand. */
export async function authorize(page: Page, token: string): Promise<void> {
  await page.locator('button.authorize').first().click();
  await page.locator('.auth-container input').fill(token);
  await page.locator('.auth-btn-wrapper button.authorize').click();
  await page.locator('.auth-btn-wrapper .btn-done').click();
}

/** The listed operations, in the format of `OPERATIONS`. */
export async function operationsOn(page: Page): Promise<string[]> {
  const summaries = await page
    .locator('.opblock-summary')
    .evaluateAll((elements) =>
      elements.map((element) => [
        element.querySelector('.opblock-summary-method')?.textContent,
        element.querySelector('.opblock-summary-path')?.getAttribute('data-path'),
      ]),
    );
  return summaries.map((words) => words.join(' ')).sort();
}

/** Tries out an operation, and returns the status that the page shows. */
export async function tryOut(page: Page, operationId: string, body?: string): Promise<string> {
  const operation = page.locator(`.opblock[id$="-${operationId}"]`);
  if (!(await operation.getAttribute('class'))?.includes('is-open')) {
    await operation.locator('.opblock-summary-control').click();
  }
  if (body !== undefined) await operation.locator('textarea.body-param__text').fill(body);
  const [response] = await Promise.all([
    page.waitForResponse((candidate) => candidate.url().includes('/api/v1/')),
    operation.locator('button.execute').click(),
  ]);
  const status = operation.locator('.live-responses-table tbody .response-col_status');
  await status.filter({ hasText: String(response.status()) }).waitFor();
  return ((await status.first().textContent()) ?? '').trim().slice(0, 3);
}
