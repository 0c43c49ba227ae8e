import { expect, test } from 'vitest';
import { lineDifferences, outputProblems } from '../../../docs/example-output.ts';

const ERROR = '{"message":"No.","code":"forbidden","request_id":"r"}';

const printed = (stdout: string) => ({ stdout, stderr: '', exitCode: 0 });

test('The output that a document shows must be the end of the printed output', () => {
  expect(outputProblems(printed('{"a":1}{"b":2}'), '{"b":2}')).toEqual([]);
  expect(outputProblems(printed('{"b":2}{"a":1}'), '{"b":2}')).toHaveLength(2);
  expect(outputProblems(printed('{"a":1}{"b":2}'), '{"a":1}\n{"b":2}')).toEqual([]);
});

test('If a document shows no output of a command, the output may be anything but an error', () => {
  expect(outputProblems(printed(''), undefined)).toEqual([]);
  expect(outputProblems(printed('{"a":1}'), undefined)).toEqual([]);
  expect(outputProblems(printed(`{"a":1}${ERROR}`), undefined)).toEqual([
    expect.stringContaining('forbidden'),
  ]);
  expect(outputProblems(printed(`${ERROR}{"a":1}`), '{"a":1}')).toEqual([
    expect.stringContaining('forbidden'),
  ]);
});

test('An error that a document shows as the output of a command causes no problem', () => {
  expect(outputProblems(printed(ERROR), ERROR)).toEqual([]);
});

test('An empty output of a command is a problem if the document shows one', () => {
  expect(outputProblems(printed(''), '{"a":1}')).toEqual([expect.stringContaining('nothing')]);
});

test.each([
  ['text on stderr', { stdout: '', stderr: 'curl: (7)', exitCode: 0 }],
  ['an exit code', { stdout: '', stderr: '', exitCode: 7 }],
])('The commands of a document with %s have a problem', (_, output) => {
  expect(outputProblems(output, undefined)).toHaveLength(1);
});

test('The last lines that a command prints must be the lines that the document shows', () => {
  const shown = 'Guard listens\n\nIts data is in .guard';
  expect(lineDifferences(shown, `> guard@0.1.0 start\n\n${shown}\n\n`)).toEqual([]);
  expect(lineDifferences(shown, 'Guard listens\n\nIts data is elsewhere')).toEqual([
    '- Its data is in .guard',
    '+ Its data is elsewhere',
  ]);
  expect(lineDifferences(shown, `${shown}\nmore`)).not.toEqual([]);
  expect(lineDifferences(shown, '')).not.toEqual([]);
});
