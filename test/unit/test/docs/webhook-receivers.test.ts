import { expect, test } from 'vitest';
import { codeBlocks } from '../../../docs/markdown.ts';
import { firstTests } from '../../../docs/webhook-receivers.ts';

const documentOf = (text: string) => [{ path: 'docs/webhooks.md', text, blocks: codeBlocks(text) }];
const block = (language: string, text: string) => `\`\`\`${language}\n${text}\n\`\`\`\n`;
const COMMANDS = block('sh', 'make') + block('sh', 'test');

test('Each example program that listens is tested with the commands', () => {
  const programs = block('js', 'create()') + block('js', 'listen(4000)') + block('python', 'serve(4000)');
  const tests = firstTests(documentOf(COMMANDS + programs));
  expect(tests.map(({ make, receiver, test }) => [make.text, receiver.text, test.text])).toEqual([
    ['make', 'listen(4000)', 'test'],
    ['make', 'serve(4000)', 'test'],
  ]);
});

test('A language without a receiver is an error', () => {
  expect(() => firstTests(documentOf(COMMANDS + block('js', 'listen(4000)')))).toThrow(
    'no receiver in python',
  );
});

test('Unknown commands in docs/webhooks.md are an error', () => {
  expect(() => firstTests(documentOf(COMMANDS + block('sh', 'more')))).toThrow('has other commands');
});
