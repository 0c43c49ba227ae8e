import { expect, test } from 'vitest';
import { limitsOf } from '../../../../../lib/cdk/monitoring/section.ts';

test('A dashboard graph can show the limits of an alarm, and the synthesis fails if this alarm does not exist', () => {
  const annotation = { value: 3 };
  const alarms = new Map([['Errors', [{ annotation }]]]) as unknown as Parameters<typeof limitsOf>[0];
  expect(limitsOf(alarms, 'Errors')).toEqual([annotation]);
  expect(() => limitsOf(alarms, 'Erors')).toThrow('There is no alarm Erors.');
});
