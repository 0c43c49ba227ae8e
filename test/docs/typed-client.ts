import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Document } from './documents.ts';
import type { CodeBlock } from './markdown.ts';

const IMPORT = "import { createGuardClient } from '@guard/client';\n";

/** Whose examples are run by test/integration/client-readme.test.ts. */
const CLIENT_README = 'lib/client/README.md';

/** What documents show of the typed client; other TypeScript is quoted from its file. Throws where there is nothing. */
export function clientExamples(documents: readonly Document[]): CodeBlock[] {
  const examples = documents
    .filter(({ path }) => path !== CLIENT_README)
    .flatMap(({ blocks }) =>
      blocks.filter(({ language, text }) => language === 'ts' && text.includes('createGuardClient')),
    );
  if (examples.length === 0) throw new Error('No document shows how the typed client is used.');
  return examples;
}

/**
 * Writes an example into a file of the clone, in a folder that git ignores, and gives the command that runs it. The
 * import that documents leave out is added.
 */
export async function writeClientExample(
  { text }: CodeBlock,
  { folder, here }: { folder: string; here: (text: string) => string },
): Promise<string> {
  const code = text.includes("'@guard/client'") ? text : `${IMPORT}${text}`;
  await mkdir(join(folder, '.guard'), { recursive: true });
  await writeFile(join(folder, '.guard', 'client-example.mts'), `${here(code)}\n`);
  return 'npx node .guard/client-example.mts';
}
