import { expect, test } from 'vitest';
import { evaluateRule } from '../../../../support/cloudwatch/composite-rule.ts';

test.each([
  ['(ALARM("a") AND ALARM("b"))', true],
  ['ALARM("a") AND ALARM("c")', false],
  ['ALARM("c") OR ALARM("a") AND ALARM("b")', true],
  ['NOT ALARM("c") AND (ALARM("c") OR TRUE)', true],
])('While alarms a and b are on, the rule %s is %s', (rule, isOn) => {
  expect(evaluateRule(rule, (name) => name === 'a' || name === 'b')).toBe(isOn);
});

test('An invalid composite rule is an error', () => {
  expect(() => evaluateRule('OK("a")', () => true)).toThrow();
});
