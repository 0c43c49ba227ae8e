import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { documents, PROJECT } from './project.ts';

const quotations = documents
  .filter(({ path }) => path !== 'lib/client/README.md')
  .flatMap(({ path, blocks }) =>
    blocks
      .filter((block) => block.language === 'ts')
      .map((block) => [`${path}:${block.line}`, block.text] as const),
  );

test.each(quotations)(
  'The code that %s quotes begins with the name of its file, and this file contains the code',
  async (_, quotation) => {
    const [, path, code] = /^\/\/ (\S+)\n(.*)$/s.exec(quotation) ?? [];
    expect(path, 'the first line is a comment that names the file').toBeDefined();
    expect(await readFile(join(PROJECT, path ?? ''), 'utf8')).toContain(code);
  },
);
