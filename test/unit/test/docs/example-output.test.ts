import { expect, test } from 'vitest';
import { lineDifferences, outputProblems } from '../../../docs/example-output.ts';

const ERROR = '{"message":"No.","code":"forbidden","request_id":"r"}';

const printed = (stdout: string) => ({ stdout, stderr: '', exitCode: 0 });

test('The example output in a document must match the end of the output that the command prints', () => {
  expect(outputProblems(printed('{"a":1}{"b":2}'), '{"b":2}')).toEqual([]);
  expect(outputProblems(printed('{"b":2}{"a":1}'), '{"b":2}')).toHaveLength(2);
  expect(outputProblems(printed('{"a":1}{"b":2}'), '{"a":1}\n{"b":2}')).toEqual([]);
});

test('If a document shows no output for a command, the command may print anything but an error', () => {
  expect(outputProblems(printed(''), undefined)).toEqual([]);
  expect(outputProblems(printed('{"a":1}'), undefined)).toEqual([]);
  expect(outputProblems(printed(`{"a":1}${ERROR}`), undefined)).toEqual([
    expect.stringContaining('forbidden'),
  ]);
  expect(outputProblems(printed(`${ERROR}{"a":1}`), '{"a":1}')).toEqual([
    expect.stringContaining('forbidden'),
  ]);
});

test('A command in a document may print an error if the document shows that error', () => {
  expect(outputProblems(printed(ERROR), ERROR)).toEqual([]);
});

test('A command that prints nothing is a problem if the document shows an output', () => {
  expect(outputProblems(printed(''), '{"a":1}')).toEqual([expect.stringContaining('nothing')]);
});

test.each([
  ['text on stderr', { stdout: '', stderr: 'curl: (7)', exitCode: 0 }],
  ['an exit code', { stdout: '', stderr: '', exitCode: 7 }],
])('A documented command that ends with %s has a problem', (_, output) => {
  expect(outputProblems(output, undefined)).toHaveLength(1);
});

test('A documented command must end its output with the lines that the document shows', () => {
  const shown = 'Guard listens\n\nIts data is in .guard';
  expect(lineDifferences(shown, `> guard@0.1.0 start\n\n${shown}\n\n`)).toEqual([]);
  expect(lineDifferences(shown, 'Guard listens\n\nIts data is elsewhere')).toEqual([
    '- Its data is in .guard',
    '+ Its data is elsewhere',
  ]);
  expect(lineDifferences(shown, `${shown}\nmore`)).not.toEqual([]);
  expect(lineDifferences(shown, '')).not.toEqual([]);
});
