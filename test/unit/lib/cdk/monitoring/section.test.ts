import { expect, test } from 'vitest';
import { limitsOf } from '../../../../../lib/cdk/monitoring/section.ts';

test('A graph of the dashboard shows the limits of an existing alarm, and an unknown alarm is an error', () => {
  const annotation = { value: 3 };
  const alarms = new Map([['Errors', [{ annotation }]]]) as unknown as Parameters<typeof limitsOf>[0];
  expect(limitsOf(alarms, 'Errors')).toEqual([annotation]);
  expect(() => limitsOf(alarms, 'Erors')).toThrow('There is no alarm Erors.');
});
