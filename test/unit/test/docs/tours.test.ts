import { expect, test } from 'vitest';
import { codeBlocks } from '../../../docs/markdown.ts';
import { readStart, readTours } from '../../../docs/tours.ts';
import { documents } from '../../docs/project.ts';

const readme = (commands: string) => {
  const text = `## Run it\n\n\`\`\`sh\n${commands}\n\`\`\`\n\n\`\`\`\nready\n\`\`\`\n`;
  return [{ path: 'README.md', text, blocks: codeBlocks(text) }];
};

test('The README’s start command is the last command of its block, after the commands to clone and install', () => {
  expect(readStart(readme('git clone here\nnpm ci\nnpm start'))).toEqual({
    install: ['npm ci'],
    start: 'npm start',
    shown: 'ready',
  });
  expect(() => readStart(readme('npm ci\nnpm start'))).toThrow('does not show how to clone');
});

test('The README shows the start of Guard, and every document with commands shows an output', () => {
  expect(readStart(documents).shown).toContain('Guard listens');
  for (const { examples } of readTours(documents))
    expect(examples.filter(({ output }) => output).length).toBeGreaterThan(0);
});
