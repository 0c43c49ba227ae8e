import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { generateSchema } from '../../../../lib/client/generate-schema.ts';

test('schema.ts is what `npm run openapi:types` makes of the document', async () => {
  const committed = await readFile(new URL('../../../../lib/client/schema.ts', import.meta.url), 'utf8');
  expect(committed).toBe(await generateSchema());
});
