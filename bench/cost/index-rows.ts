import type { Row } from '../print-table.ts';
import { REGION } from './baseline.ts';
import { dollars, grouped } from './format.ts';
import { type IndexCost, indexCosts } from './index-costs.ts';
import { PRICES } from './prices.ts';

const MILLION = 1_000_000;
const GB = 1_000_000_000;

/** What each index costs alerts, and how many pages an alert must be read for it to pay. */
export function indexRows(): Row[] {
  const { writeUnit, tableStorage } = PRICES[REGION];
  return indexCosts().map(({ index, isUsed, writeUnits, storedBytes, filters, page, pageWithout }) => ({
    index: isUsed ? `\`${index}\`` : `(\`${index}\`)`,
    'write units': writeUnits,
    'a million alerts': dollars(writeUnits * writeUnit * MILLION),
    'kept, a month': dollars(((storedBytes * MILLION) / GB) * tableStorage),
    'filters of its lists': filters.join(', '),
    'a page': grouped(page.readUnits, 1),
    'without it, from': pageWithout.from,
    'a page then': grouped(pageWithout.readUnits, 1),
    'pays from, pages an alert': pagesToPay({ writeUnits, page, pageWithout }).toPrecision(2),
  }));
}

/** How often a page must be read for each alert until it saves as much as the index costs to write. */
export function pagesToPay({
  writeUnits,
  page,
  pageWithout,
}: Pick<IndexCost, 'writeUnits' | 'page' | 'pageWithout'>): number {
  const { readUnit, writeUnit } = PRICES[REGION];
  return (writeUnits * writeUnit) / ((pageWithout.readUnits - page.readUnits) * readUnit);
}
