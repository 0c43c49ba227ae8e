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
 * Runs axe while what stays at an edge of the screen takes part in the page. Otherwise axe calls what is half under it too small
 * to press, although a person scrolls it out from there. No colour changes gradually meanwhile: axe would find the text of a
 * button too faint that has just been free again.
 */
const runOf = (runOnly: readonly string[]) => `(async () => {
  const bars = [...document.querySelectorAll('.top-bar, .phone-bar, .actions, .desk-bar')];
  for (const { style } of bars) style.setProperty('position', 'static');
  const still = new CSSStyleSheet();
  still.replaceSync('*, ::before, ::after { transition: none !important }');
  document.adoptedStyleSheets.push(still);
  const { violations } = await axe.run(document, ${JSON.stringify({ runOnly })});
  document.adoptedStyleSheets.pop();
  for (const { style } of bars) style.removeProperty('position');
  return violations;
})()`;

/** The violations of WCAG 2.2 up to AA, and of best practices, that axe finds on a page. */
export const findBarriers = (page: Page): Promise<string[]> => find(page, RULES);

/** The texts that are hard to read in the colours of the page: all that another colour scheme changes. */
export const findFaintTexts = (page: Page): Promise<string[]> => find(page, ['color-contrast']);

async function find(page: Page, rules: readonly string[]): Promise<string[]> {
  const isThere = await page.evaluate("typeof axe === 'object'");
  if (!isThere) await page.evaluate(await readFile(AXE, 'utf8'));
  const found: unknown = await page.evaluate(runOf(rules));
  return findingsSchema
    .parse(found)
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`));
}
