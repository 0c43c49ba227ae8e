import { expect, test } from 'vitest';
import { codeBlocks } from '../../../docs/markdown.ts';
import { firstTests } from '../../../docs/webhook-receivers.ts';

const documentOf = (text: string) => [{ path: 'docs/webhooks.md', text, blocks: codeBlocks(text) }];
const block = (language: string, text: string) => `\`\`\`${language}\n${text}\n\`\`\`\n`;
const COMMANDS = block('sh', 'make') + block('sh', 'test');

test('each program that listens is taken with the commands, and other examples are not', () => {
  const programs = block('js', 'create()') + block('js', 'listen(4000)') + block('python', 'serve(4000)');
  const tests = firstTests(documentOf(COMMANDS + programs));
  expect(tests.map(({ make, receiver, test }) => [make.text, receiver.text, test.text])).toEqual([
    ['make', 'listen(4000)', 'test'],
    ['make', 'serve(4000)', 'test'],
  ]);
});

test('a language that has no program any more is an error', () => {
  expect(() => firstTests(documentOf(COMMANDS + block('js', 'listen(4000)')))).toThrow(
    'no receiver in python',
  );
});

test('commands that this check does not know are an error', () => {
  expect(() => firstTests(documentOf(COMMANDS + block('sh', 'more')))).toThrow('has other commands');
});
