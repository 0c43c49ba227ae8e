import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CodeBlock } from './markdown.ts';

const CLIENT_HEADING = 'Typed client';
const IMPORT = "import { createGuardClient } from '@guard/client';\n";

/**
 * Writes the README's lines of TypeScript into a file of the clone, in a folder that git ignores, and gives the command
 * that runs it. The import that the README leaves out is added.
 */
export async function writeClientExample(
  blocks: readonly CodeBlock[],
  { folder, here }: { folder: string; here: (text: string) => string },
): Promise<string> {
  const example = blocks.find(({ heading, language }) => heading === CLIENT_HEADING && language === 'ts');
  if (!example) throw new Error(`There is no TypeScript under the heading "${CLIENT_HEADING}".`);
  const code = example.text.includes("'@guard/client'") ? example.text : `${IMPORT}${example.text}`;
  await mkdir(join(folder, '.guard'), { recursive: true });
  await writeFile(join(folder, '.guard', 'readme-client.mts'), `${here(code)}\n`);
  return 'npx node .guard/readme-client.mts';
}
