import { expect, test } from 'vitest';
import { codeBlocks } from '../../../docs/markdown.ts';
import { readFirstTests } from '../../../docs/webhook-receivers.ts';

const documentOf = (text: string) => [{ path: 'docs/webhooks.md', text, blocks: codeBlocks(text) }];
const block = (language: string, text: string) => `\`\`\`${language}\n${text}\n\`\`\`\n`;
const COMMANDS = block('sh', 'make') + block('sh', 'test');

test('A receiver is the program of its language that listens', () => {
  const programs = block('js', 'create()') + block('js', 'listen(4000)') + block('python', 'serve(4000)');
  const tests = readFirstTests(documentOf(COMMANDS + programs));
  expect(tests.map(({ create, receiver, test }) => [create.text, receiver.text, test.text])).toEqual([
    ['make', 'listen(4000)', 'test'],
    ['make', 'serve(4000)', 'test'],
  ]);
});

test('A document without a receiver in Python is an error', () => {
  expect(() => readFirstTests(documentOf(COMMANDS + block('js', 'listen(4000)')))).toThrow(
    'no receiver in python',
  );
});

test('Further commands in the document are an error', () => {
  expect(() => readFirstTests(documentOf(COMMANDS + block('sh', 'more')))).toThrow('has other commands');
});
