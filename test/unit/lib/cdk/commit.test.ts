import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readCommit } from '../../../../lib/cdk/commit.ts';

const folder = mkdtempSync(join(tmpdir(), 'guard-commit-'));
afterAll(() => rmSync(folder, { recursive: true }));

const git = (...parameters: string[]) =>
  execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...parameters], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();

test('The deployed commit is called unknown outside a Git repository, and ends with -dirty if files are not committed', async () => {
  expect(await readCommit(folder)).toBe('unknown');
  git('init');
  expect(await readCommit(folder)).toBe('unknown'); // there is no commit yet
  git('commit', '--allow-empty', '--message', 'Begin');
  const commit = git('rev-parse', 'HEAD');
  expect(commit).toMatch(/^[0-9a-f]{40}$/);
  expect(await readCommit(folder)).toBe(commit);
  const inner = join(folder, 'inner');
  mkdirSync(inner);
  writeFileSync(join(inner, 'new.txt'), 'new');
  expect(await readCommit(folder)).toBe(`${commit}-dirty`);
  // The commit of another project, which contains this one.
  expect(await readCommit(inner)).toBe('unknown');
});
