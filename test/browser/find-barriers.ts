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

/** The violations of WCAG 2.2 up to AA, and of best practices, that axe finds on a page. */
export async function findBarriers(page: Page): Promise<string[]> {
  const found: unknown = await page.evaluate(
    `${await readFile(AXE, 'utf8')}; axe.run(document, ${JSON.stringify({ runOnly: RULES })}).then((it) => it.violations)`,
  );
  return findingsSchema
    .parse(found)
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`));
}
