import type { Locator, Page } from 'playwright-core';
import { routes } from '../../functions/routes.ts';
import { camelCase } from '../../lib/openapi/operation.ts';
import { tagOf } from '../../lib/openapi/tags.ts';

const DOCUMENTED = routes.filter(({ isDocumented }) => isDocumented !== false);

/** The documented operations as `METHOD /path`, sorted. */
export const OPERATIONS: readonly string[] = DOCUMENTED.map(({ method, path }) => `${method} ${path}`).sort();

const BY_TAG = Map.groupBy(DOCUMENTED, ({ folder }) => tagOf(folder));

/** Opens the reference of a server, and waits until it lists operations. */
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

const complete = (page: Page) => page.locator('.opblock').first().waitFor();

/** Lists the operations of one tag only: of all together, Swagger UI renders those in view. */
async function showTag(page: Page, tag: string): Promise<Locator> {
  await page.locator('.operation-filter-input').fill(tag);
  const section = page.locator('.opblock-tag-section', {
    has: page.locator(`.opblock-tag[data-tag="${tag}"]`),
  });
  const last = (BY_TAG.get(tag)?.length ?? 0) - 1;
  await section.locator('.opblock').nth(last).waitFor();
  return section;
}

/** The operation on the page, which is shown if it was not. */
export async function showOperation(page: Page, operationId: string): Promise<Locator> {
  const route = DOCUMENTED.find(({ name }) => camelCase(name) === operationId);
  if (!route) throw new Error(`There is no operation ${operationId}.`);
  const section = await showTag(page, tagOf(route.folder));
  return section.locator(`.opblock[id$="-${operationId}"]`);
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
  const operations: string[] = [];
  for (const tag of BY_TAG.keys()) {
    const section = await showTag(page, tag);
    const summaries = await section
      .locator('.opblock-summary')
      .evaluateAll((elements) =>
        elements.map((element) => [
          element.querySelector('.opblock-summary-method')?.textContent,
          element.querySelector('.opblock-summary-path')?.getAttribute('data-path'),
        ]),
      );
    operations.push(...summaries.map((words) => words.join(' ')));
  }
  return operations.sort();
}

/** Tries out an operation, and returns the status that the page shows. */
export async function tryOut(page: Page, operationId: string, body?: string): Promise<string> {
  const operation = await showOperation(page, operationId);
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
