import { expect, test } from 'vitest';
import { addScores, percentOf, readScore } from '../../../mutation/score.ts';

const report = (...statuses: string[]) =>
  JSON.stringify({ files: { 'shared/ids.ts': { mutants: statuses.map((status) => ({ status })) } } });

test('a mutant that no test fails for, or that no test runs, has survived', () => {
  expect(readScore(report('Killed', 'Timeout', 'Survived', 'NoCoverage'))).toEqual({
    killed: 2,
    survived: 2,
  });
});

test('a mutant that was left out, or that cannot run, counts for nothing', () => {
  expect(readScore(report('Ignored', 'CompileError', 'RuntimeError'))).toEqual({ killed: 0, survived: 0 });
});

test('the score is how many of all are killed, over all files and folders', () => {
  const score = addScores([
    { killed: 9, survived: 1 },
    { killed: 0, survived: 2 },
  ]);
  expect(percentOf(score)).toBe(75);
});

test('where there was nothing to change, nothing has survived', () => {
  expect(percentOf(addScores([]))).toBe(100);
});
