import { expect, test } from 'vitest';
import { responseText, shareText } from '../../../../../../lib/console/pages/reports/response-text.ts';

test.each([
  [null, '–'],
  [0.4, '0.4 s'],
  [44.23, '44.2 s'],
  [99.9, '99.9 s'],
  [180, '3 min'],
  [21_600, '6 h'],
])('The response time %s is shown as %s', (seconds, text) => {
  expect(responseText(seconds)).toBe(text);
});

test('A part of nothing has no share', () => {
  expect([shareText(1, 3), shareText(0, 0)]).toEqual(['33 %', '–']);
});
