import { expect, test } from 'vitest';
import { codeBlocks } from '../../../docs/markdown.ts';
import { receivers } from '../../../docs/webhook-receivers.ts';

const documentOf = (text: string) => [{ path: 'docs/webhooks.md', text, blocks: codeBlocks(text) }];
const block = (language: string, text: string) => `\`\`\`${language}\n${text}\n\`\`\`\n`;

test('the programs that listen are found, and other examples are not', () => {
  const text = `${block('js', 'create()')}${block('js', 'listen(4000)')}${block('python', 'serve(4000)')}`;
  expect(receivers(documentOf(text)).map((it) => it.text)).toEqual(['listen(4000)', 'serve(4000)']);
});

test('a language that has no program any more is told', () => {
  expect(() => receivers(documentOf(block('js', 'listen(4000)')))).toThrow('no receiver in python');
});
