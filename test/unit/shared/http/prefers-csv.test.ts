import { expect, test } from 'vitest';
import { prefersCsv } from '../../../../shared/http/prefers-csv.ts';

test.each([
  [undefined, false],
  ['*/*', false],
  ['text/csv', true],
  ['TEXT/CSV; q=0.9, */*', true],
  ['text/html, text/csv, application/json', true],
  ['application/json, text/csv', false],
])('The header Accept: %s asks for CSV: %s', (accept, expected) => {
  expect(prefersCsv(accept)).toBe(expected);
});
