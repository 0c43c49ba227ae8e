import { expect, test } from 'vitest';
import { seedDemoData } from '../../lib/local/demo-data.ts';
import { findInconsistencies } from '../support/find-inconsistencies.ts';
import { startTable } from '../support/table.ts';

test('the demo data counts every child, claims every serial and refers to nothing that is not there', async () => {
  const table = await startTable();
  try {
    await seedDemoData(table);
    expect(await findInconsistencies(table)).toEqual([]);
  } finally {
    await table.stop();
  }
});
