import type { Locator, Page } from 'playwright-core';
import * as z from 'zod';
import { routes } from '../../functions/routes.ts';
import { tagOf } from '../../lib/openapi/tags.ts';

const DOCUMENTED = routes.filter(({ isDocumented }) => isDocumented !== false);

/** The documented operations as `METHOD /path`, sorted. */
export const OPERATIONS: readonly string[] = DOCUMENTED.map(({ method, path }) => `${method} ${path}`).sort();

const BY_TAG = Map.groupBy(DOCUMENTED, ({ resource }) => tagOf(resource));

/** Opens the reference of a server, and waits until it lists operations. */
export async function openReference(page: Page, baseUrl: string): Promise<void> {
  await page.goto(`${baseUrl}/docs/api`);
  await complete(page);
}

const SHORT = /^\/api\/v1\/(auth\/(login|logout|refresh)|alerts)$/;

/** Opens the reference with the few operations that tests try out: Swagger UI takes seconds for all. */
export async function openShortReference(page: Page, baseUrl: string): Promise<void> {
  await page.route('**/docs/api.json', async (route) => {
    const response = await route.fetch();
    const document = z.looseObject({ paths: z.record(z.string(), z.unknown()) }).parse(await response.json());
    const paths = Object.fromEntries(Object.entries(document.paths).filter(([path]) => SHORT.test(path)));
    await route.fulfill({ response, json: { ...document, paths } });
  });
  await openReference(page, baseUrl);
}

/** Loads the page again in the same tab, which closes all operations. */
export async function reopen(page: Page): Promise<void> {
  await page.goto(page.url().replace(/#.*/, ''));
  await complete(page);
}

const complete = (page: Page) => page.locator('.opblock').first().waitFor();

/** Lists the operations of one tag only: of all together, Swagger UI renders those in view. */
export async function showTag(page: Page, tag: string): Promise<Locator> {
  await page.locator('.operation-filter-input').fill(tag);
  const section = page.locator('.opblock-tag-section', {
    has: page.locator(`.opblock-tag[data-tag="${tag}"]`),
  });
  const last = (BY_TAG.get(tag)?.length ?? 0) - 1;
  await section.locator('.opblock').nth(last).waitFor();
  return section;
}

/** An operation of those that the page shows. */
export const operationOn = (page: Page, operationId: string): Locator =>
  page.locator(`.opblock[id$="-${operationId}"]`);

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
  const operation = operationOn(page, operationId);
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
