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

test('A mutant survives the mutation test if no test fails or no test runs it', () => {
  const scores = readScores(
    report({ 'shared/base/ids.ts': ['Killed', 'Timeout', 'Survived', 'NoCoverage'] }),
  );
  expect(scores.get('base')).toEqual({ killed: 2, survived: 2 });
});

test('The mutation score does not count ignored and invalid mutants', () => {
  const scores = readScores(report({ 'shared/base/ids.ts': ['Ignored', 'CompileError', 'RuntimeError'] }));
  expect(scores.get('base')).toEqual({ killed: 0, survived: 0 });
});

test('Mutation scores are grouped by folder', () => {
  const scores = readScores(
    report({
      'shared/limits/budget.ts': ['Killed'],
      'shared/limits/guesses.ts': ['Survived'],
      'shared/table/keys.ts': ['Killed'],
    }),
  );
  expect(Object.fromEntries(scores)).toEqual({
    limits: { killed: 1, survived: 1 },
    table: { killed: 1, survived: 0 },
  });
});

test('The total mutation score is the share of killed mutants in all folders together', () => {
  const score = addScores([
    { killed: 9, survived: 1 },
    { killed: 0, survived: 2 },
  ]);
  expect(percentOf(score)).toBe(75);
});
