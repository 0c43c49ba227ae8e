import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { conflictMarkers } from '../../../docs/conflict-markers.ts';
import { PROJECT } from '../../docs/project.ts';

const BINARY = /\.(?:png|ico|woff2)$/;

test('No tracked file contains a marker of an unresolved merge conflict', () => {
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: PROJECT, encoding: 'utf8' }).split('\0');
  const texts = files.filter((file) => file !== '' && !BINARY.test(file) && existsSync(join(PROJECT, file)));
  expect(texts).toContain('README.md');
  const marked = texts.flatMap((file) =>
    conflictMarkers(readFileSync(join(PROJECT, file), 'utf8')).map((line) => `${file}:${line}`),
  );
  expect(marked).toEqual([]);
});

test.each(['<', '|', '=', '>'])('A line that begins with seven %s is a conflict marker', (sign) => {
  const marker = sign.repeat(7);
  expect(conflictMarkers(`one\n${marker}\nthree`)).toEqual([2]);
  expect(conflictMarkers(`one\r\n${marker}\r\nthree\r\n`)).toEqual([2]);
  const isLabelled = sign !== '=';
  expect(conflictMarkers(`${marker} f721f1d (A commit)`)).toEqual(isLabelled ? [1] : []);
});

test.each(['<', '|', '=', '>'])(
  'More or fewer %s, or seven within a line, are no conflict marker',
  (sign) => {
    const [six, seven, eight] = [6, 7, 8].map((count) => sign.repeat(count));
    expect(conflictMarkers(`${six}\n${eight}\n a ${seven}`)).toEqual([]);
  },
);
