import { expect, test } from 'vitest';
import type { CodeBlock } from '../../../docs/markdown.ts';
import { problemsOf } from '../../../docs/tour.ts';

const ERROR = '{"message":"No.","code":"forbidden","request_id":"r"}';

const shown = (text: string): CodeBlock => ({ language: 'json', text, heading: 'Tour', line: 7 });
const printed = (stdout: string) => ({ stdout, stderr: '', exitCode: 0 });

test('Shown output is compared with the last output of the commands', () => {
  expect(problemsOf(printed('{"a":1}{"b":2}'), shown('{"b":2}'))).toEqual([]);
  expect(problemsOf(printed('{"b":2}{"a":1}'), shown('{"b":2}'))).toHaveLength(2);
  expect(problemsOf(printed('{"a":1}{"b":2}'), shown('{"a":1}\n{"b":2}'))).toEqual([]);
});

test('Commands without shown output may print anything except an error', () => {
  expect(problemsOf(printed(''), undefined)).toEqual([]);
  expect(problemsOf(printed('{"a":1}'), undefined)).toEqual([]);
  expect(problemsOf(printed(`{"a":1}${ERROR}`), undefined)).toEqual([expect.stringContaining('forbidden')]);
  expect(problemsOf(printed(`${ERROR}{"a":1}`), shown('{"a":1}'))).toEqual([
    expect.stringContaining('forbidden'),
  ]);
});

test('A shown error is expected', () => {
  expect(problemsOf(printed(ERROR), shown(ERROR))).toEqual([]);
});

test('No output is a problem if output is shown', () => {
  expect(problemsOf(printed(''), shown('{"a":1}'))).toEqual([expect.stringContaining('nothing')]);
});

test.each([
  ['a complaint', { stdout: '', stderr: 'curl: (7)', exitCode: 0 }],
  ['a command that fails', { stdout: '', stderr: '', exitCode: 7 }],
])('In a tour, %s is a problem', (_, output) => {
  expect(problemsOf(output, undefined)).toHaveLength(1);
});
