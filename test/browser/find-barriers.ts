import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import * as z from 'zod';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

const findingsSchema = z.array(
  z.object({
    id: z.string(),
    nodes: z.array(z.object({ html: z.string(), failureSummary: z.string().optional() })),
  }),
);

/**
 * Runs axe while the bar of a phone takes part in the page. Otherwise axe calls what is half under the bar too small to press,
 * although a person scrolls it to above the bar.
 */
const RUN = `(async () => {
  const bar = document.querySelector('.phone-bar');
  bar?.style.setProperty('position', 'static');
  const { violations } = await axe.run(document, ${JSON.stringify({ runOnly: RULES })});
  bar?.style.removeProperty('position');
  return violations;
})()`;

/** The violations of WCAG 2.2 up to AA, and of best practices, that axe finds on a page. */
export async function findBarriers(page: Page): Promise<string[]> {
  const found: unknown = await page.evaluate(`${await readFile(AXE, 'utf8')}; ${RUN}`);
  return findingsSchema
    .parse(found)
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`));
}
