import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { commandLines, staleCommands, TOUR_HEADING } from '../../../readme/commands.ts';
import { codeBlocks, examplesUnder } from '../../../readme/markdown.ts';

const readme = await readFile(new URL('../../../../README.md', import.meta.url), 'utf8');

test('every line of commands is run, or says where it is proven', () => {
  const document =
    '## Deploy\n\n```sh\nnpm run synth       # a comment\n\nnpm run deploy -- --stage prod\n```\n';
  expect(commandLines(codeBlocks(document))).toEqual([
    { text: 'npm run synth', line: 4, provenElsewhere: undefined },
    {
      text: 'npm run deploy -- --stage prod',
      line: 6,
      provenElsewhere: expect.stringContaining('test:deploy'),
    },
  ]);
});

test('a command that goes on in the next line is one', () => {
  const document = '## Use\n\n```sh\nmake all \\\n  --fast\nmake clean\n```\n';
  expect(commandLines(codeBlocks(document)).map(({ text, line }) => [text, line])).toEqual([
    ['make all \\\n  --fast', 4],
    ['make clean', 6],
  ]);
});

test('the lists of commands hold nothing that the README has no more', () => {
  expect(staleCommands(readme)).toEqual([]);
  expect(staleCommands(readme.replaceAll('npm run build:client', 'make'))).toEqual(['npm run build:client']);
  expect(staleCommands(readme.replaceAll('npm run destroy', 'make'))).toEqual(['npm run destroy']);
});

test('the tour shows what its commands print', () => {
  const examples = examplesUnder(TOUR_HEADING, codeBlocks(readme));
  expect(examples.filter(({ output }) => output).length).toBeGreaterThan(0);
});

test('every script that the README names exists', async () => {
  const manifest = await readFile(new URL('../../../../package.json', import.meta.url), 'utf8');
  const scripts = Object.keys(JSON.parse(manifest).scripts);
  const named = [...readme.matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name);
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((name) => !scripts.includes(String(name)))).toEqual([]);
});
