import { expect, test } from 'vitest';
import { evaluateExpression } from '../../../../support/cloudwatch/expression.ts';

const VALUES: Readonly<Record<string, number>> = { a: 4, b: 2, zero: 0 };
const names = { value: (id: string) => VALUES[id], quota: (id: string) => (id === 'a' ? 1_000 : undefined) };

test.each([
  ['a + b * 2', 8],
  ['(a + b) * 2', 12],
  ['100 * b / a', 50],
  ['a / zero', undefined],
  ['a - b - 1', 1],
  ['a + none', undefined],
  ['SUM([a, none, b])', 6],
  ['SUM([none])', undefined],
  ['MAX([none, a, b])', 4],
  ['MIN([a, b])', 2],
  ['FILL(none, 7)', 7],
  ['FILL(a, 7)', 4],
  ['IF(a >= 4, 1, 2)', 1],
  ['IF(a > 4, 1, 2)', 2],
  ['IF(SUM([none]) >= 3, 1, 2)', undefined],
  ['IF(SUM([a, b]) >= 3, 100 * SUM([b]) / SUM([a, b]), 0)', 100 / 3],
  ['100 * a / SERVICE_QUOTA(a)', 0.4],
])('The metric math expression %s is %s', (expression, value) => {
  expect(evaluateExpression(expression, names)).toBe(value);
});

test.each(['a b', 'a $ b', 'RATE(a)', 'SUM(a', 'a +'])(
  'The invalid metric math expression %s is an error',
  (text) => {
    expect(() => {
      if (evaluateExpression(text, names) === undefined) throw new Error('nothing');
    }).toThrow();
  },
);
