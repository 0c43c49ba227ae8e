import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PROJECT } from './project.ts';

/** The lines that Git writes into a file if it cannot merge the changes. */
const MARKER = /^(?:<{7}|\|{7}|={7}|>{7})(?: .*)?\r?$/m;
const BINARY = /\.(?:png|ico|woff2)$/;

test('No tracked file contains a marker of an unresolved merge conflict', () => {
  const files = execFileSync('git', ['ls-files', '-z', '--cached'], { cwd: PROJECT, encoding: 'utf8' })
    .split('\0')
    .filter((file) => file !== '' && !BINARY.test(file));
  expect(files).toContain('README.md');
  expect(files.filter((file) => MARKER.test(readText(file)))).toEqual([]);
  expect(MARKER.test(`one\n${'<'.repeat(7)} f721f1d (A commit)\nthree`)).toBe(true);
});

/** Empty for a file that is deleted but not committed yet. */
function readText(file: string): string {
  try {
    return readFileSync(join(PROJECT, file), 'utf8');
  } catch {
    return '';
  }
}
