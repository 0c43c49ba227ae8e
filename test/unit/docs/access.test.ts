import { expect, test } from 'vitest';
import { documentAt } from '../../docs/documents.ts';
import { accessTable } from '../../support/access-table.ts';
import { documents, PROJECT } from './project.ts';

const { text } = documentAt('docs/access.md', documents);

// `npx vitest run test/unit/docs/access.test.ts -u` writes the table.
test('docs/access.md shows the access matrix of shared/base/access.ts', async () => {
  const written = text.replace(/(?:^\|.*\n)+/m, () => `${accessTable()}\n`);
  await expect(written).toMatchFileSnapshot(`${PROJECT}/docs/access.md`);
});
