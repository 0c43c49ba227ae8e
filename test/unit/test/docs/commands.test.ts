import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { commandLines, staleCommands, startBlocks, tourBlocks } from '../../../docs/commands.ts';
import { documentAt, readDocuments } from '../../../docs/documents.ts';
import { codeBlocks, examplesOf } from '../../../docs/markdown.ts';

const documents = await readDocuments(fileURLToPath(new URL('../../../..', import.meta.url)));
const readme = documentAt('README.md', documents);

const document = (path: string, text: string) => ({ path, text, blocks: codeBlocks(text) });

test('Every command of a document is run or proven elsewhere', () => {
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

test('A command over several lines is one command', () => {
  const text = '## Use\n\n```sh\nmake all \\\n  --fast\nmake clean\n```\n';
  expect(commandLines(document('a.md', text)).map((line) => [line.text, line.place])).toEqual([
    ['make all \\\n  --fast', 'a.md:4'],
    ['make clean', 'a.md:6'],
  ]);
});

test('Commands of a tour are not run line by line as well', () => {
  for (const { path } of documents.filter((each) => tourBlocks(each).length > 0)) {
    const tour = documentAt(path, documents);
    const lines = commandLines(tour).map(({ text }) => text);
    for (const { commands } of examplesOf(tourBlocks(tour)))
      expect(lines).not.toContain(commands.text.split('\n')[0]);
  }
  expect(commandLines(readme).map(({ text }) => text)).not.toContain('npm start');
});

test('Every listed command still occurs in a document', () => {
  const without = (command: string) =>
    documents.map(({ path, text }) => document(path, text.replaceAll(command, 'make')));
  expect(staleCommands(documents)).toEqual([]);
  expect(staleCommands(without('npm run build:client'))).toEqual(['npm run build:client']);
  expect(staleCommands(without('npm run destroy'))).toEqual(['npm run destroy']);
  expect(staleCommands(documents.filter(({ path }) => path !== 'docs/runbook.md'))).toEqual([
    'docs/runbook.md',
  ]);
});

test('The start and every tour show the output of their commands', () => {
  const paths = ['README.md', 'docs/tour.md', 'docs/connect-devices.md'];
  const tours = [startBlocks(readme), ...paths.map((path) => tourBlocks(documentAt(path, documents)))];
  for (const blocks of tours) {
    expect(examplesOf(blocks).filter(({ output }) => output).length).toBeGreaterThan(0);
  }
});
