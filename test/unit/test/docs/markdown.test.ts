import { expect, test } from 'vitest';
import { codeBlocks, examplesOf, under } from '../../../docs/markdown.ts';

const DOCUMENT = `# Title

\`\`\`sh
npm ci
npm start
\`\`\`

Prints this:

\`\`\`
It listens
\`\`\`

## Tour

\`\`\`sh
# no heading
curl a
\`\`\`

\`\`\`json
{}
\`\`\`

\`\`\`sh
curl b
\`\`\`

\`\`\`ts
call();
\`\`\`
`;

test('A code block of a document is read with its language, text, heading and line', () => {
  expect(codeBlocks(DOCUMENT)).toEqual([
    { language: 'sh', text: 'npm ci\nnpm start', heading: 'Title', line: 3 },
    { language: '', text: 'It listens', heading: 'Title', line: 10 },
    { language: 'sh', text: '# no heading\ncurl a', heading: 'Tour', line: 16 },
    { language: 'json', text: '{}', heading: 'Tour', line: 21 },
    { language: 'sh', text: 'curl b', heading: 'Tour', line: 25 },
    { language: 'ts', text: 'call();', heading: 'Tour', line: 29 },
  ]);
});

test('The commands of a document are paired with the output that follows them', () => {
  const shown = examplesOf(under('Tour', codeBlocks(DOCUMENT))).map(({ commands, output }) => [
    commands.line,
    output?.line,
  ]);
  expect(shown).toEqual([
    [16, 21],
    [25, undefined],
  ]);
});

test('Reading the commands below a heading of a document fails if there are none', () => {
  expect(() => examplesOf(under('Elsewhere', codeBlocks(DOCUMENT)))).toThrow('no commands');
});

test('A code block in a document’s list is read without the indent of the list', () => {
  const document = '1. Do it:\n\n   ```sh\n   make all \\\n     --fast\n   ```\n';
  expect(codeBlocks(document)).toEqual([
    { language: 'sh', text: 'make all \\\n  --fast', heading: '', line: 3 },
  ]);
});

test('Reading a document fails if a code block is not closed', () => {
  expect(() => codeBlocks('```sh\nnpm ci')).toThrow('begins in line 1');
});
