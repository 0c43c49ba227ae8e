import { expect, test } from 'vitest';
import { limitsOf } from '../../../../../lib/cdk/monitoring/section.ts';

test('a graph shows the limits of an alarm that there is, and of no other', () => {
  const annotation = { value: 3 };
  const alarms = new Map([['Errors', [{ annotation }]]]) as unknown as Parameters<typeof limitsOf>[0];
  expect(limitsOf(alarms, 'Errors')).toEqual([annotation]);
  expect(() => limitsOf(alarms, 'Erors')).toThrow('There is no alarm Erors.');
});
