import { expect, test } from 'vitest';
import { codeBlocks } from '../../../docs/markdown.ts';
import { readStart, readTours } from '../../../docs/tours.ts';
import { documents } from '../../docs/project.ts';

const readme = (commands: string) => {
  const text = `## Run it\n\n\`\`\`sh\n${commands}\n\`\`\`\n\n\`\`\`\nready\n\`\`\`\n`;
  return [{ path: 'README.md', text, blocks: codeBlocks(text) }];
};

test('The start command of the README is the last of its block, after cloning and installing', () => {
  expect(readStart(readme('git clone here\nnpm ci\nnpm start'))).toEqual({
    install: ['npm ci'],
    start: 'npm start',
    shown: 'ready',
  });
  expect(() => readStart(readme('npm ci\nnpm start'))).toThrow('does not show how to clone');
});

test('The README shows how to start, and every tour shows output', () => {
  expect(readStart(documents).shown).toContain('Guard listens');
  for (const { examples } of readTours(documents))
    expect(examples.filter(({ output }) => output).length).toBeGreaterThan(0);
});
