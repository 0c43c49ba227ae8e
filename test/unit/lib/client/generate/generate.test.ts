import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { generateFiles } from '../../../../../lib/client/generate/generate.ts';

test('The client’s committed generated files are current: if not, run `npm run generate`', async () => {
  for (const [path, text] of Object.entries(await generateFiles())) {
    const committed = await readFile(new URL(`../../../../../lib/client/${path}`, import.meta.url), 'utf8');
    expect(committed, path).toBe(text);
  }
});
