import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { commandLines, staleCommands, startBlocks, tourBlocks } from '../../../docs/commands.ts';
import { documentAt, readDocuments } from '../../../docs/documents.ts';
import { codeBlocks, examplesOf } from '../../../docs/markdown.ts';

const documents = await readDocuments(fileURLToPath(new URL('../../../..', import.meta.url)));
const readme = documentAt('README.md', documents);

const document = (path: string, text: string) => ({ path, text, blocks: codeBlocks(text) });

test('every line of commands is run, or says where it is proven', () => {
  const text = '## Deploy\n\n```sh\nnpm run synth       # a comment\n\nnpm run deploy -- --stage prod\n```\n';
  expect(commandLines(document('docs/deploy.md', text))).toEqual([
    { text: 'npm run synth', place: 'docs/deploy.md:4', provenElsewhere: undefined },
    {
      text: 'npm run deploy -- --stage prod',
      place: 'docs/deploy.md:6',
      provenElsewhere: expect.stringContaining('test:deploy'),
    },
  ]);
});

test('a command that goes on in the next line is one', () => {
  const text = '## Use\n\n```sh\nmake all \\\n  --fast\nmake clean\n```\n';
  expect(commandLines(document('a.md', text)).map((line) => [line.text, line.place])).toEqual([
    ['make all \\\n  --fast', 'a.md:4'],
    ['make clean', 'a.md:6'],
  ]);
});

test('what is run as a whole is not run line by line as well', () => {
  for (const { path } of documents.filter((each) => tourBlocks(each).length > 0)) {
    const tour = documentAt(path, documents);
    const lines = commandLines(tour).map(({ text }) => text);
    for (const { commands } of examplesOf(tourBlocks(tour)))
      expect(lines).not.toContain(commands.text.split('\n')[0]);
  }
  expect(commandLines(readme).map(({ text }) => text)).not.toContain('npm start');
});

test('the lists of commands hold nothing that no document has any more', () => {
  const without = (command: string) =>
    documents.map(({ path, text }) => document(path, text.replaceAll(command, 'make')));
  expect(staleCommands(documents)).toEqual([]);
  expect(staleCommands(without('npm run build:client'))).toEqual(['npm run build:client']);
  expect(staleCommands(without('npm run destroy'))).toEqual(['npm run destroy']);
  expect(staleCommands(documents.filter(({ path }) => path !== 'docs/runbook.md'))).toEqual([
    'docs/runbook.md',
  ]);
});

test('the start and every tour show what their commands print', () => {
  const paths = ['README.md', 'docs/tour.md', 'docs/connect-devices.md'];
  const tours = [startBlocks(readme), ...paths.map((path) => tourBlocks(documentAt(path, documents)))];
  for (const blocks of tours) {
    expect(examplesOf(blocks).filter(({ output }) => output).length).toBeGreaterThan(0);
  }
});
