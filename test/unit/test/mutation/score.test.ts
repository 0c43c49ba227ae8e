import { expect, test } from 'vitest';
import { addScores, percentOf, readScores } from '../../../mutation/score.ts';

const report = (files: Record<string, readonly string[]>) =>
  JSON.stringify({
    files: Object.fromEntries(
      Object.entries(files).map(([file, statuses]) => [
        file,
        { mutants: statuses.map((status) => ({ status })) },
      ]),
    ),
  });

test('a mutant that no test fails for, or that no test runs, has survived', () => {
  const scores = readScores(report({ 'shared/ids.ts': ['Killed', 'Timeout', 'Survived', 'NoCoverage'] }));
  expect(scores.get('.')).toEqual({ killed: 2, survived: 2 });
});

test('a mutant that was left out, or that cannot run, counts for nothing', () => {
  const scores = readScores(report({ 'shared/ids.ts': ['Ignored', 'CompileError', 'RuntimeError'] }));
  expect(scores.get('.')).toEqual({ killed: 0, survived: 0 });
});

test('scores are told by folder', () => {
  const scores = readScores(
    report({
      'shared/lists/page.ts': ['Killed'],
      'shared/lists/plan.ts': ['Survived'],
      'shared/table/keys.ts': ['Killed'],
    }),
  );
  expect(Object.fromEntries(scores)).toEqual({
    lists: { killed: 1, survived: 1 },
    table: { killed: 1, survived: 0 },
  });
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
