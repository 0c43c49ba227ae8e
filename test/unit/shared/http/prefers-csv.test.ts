import { expect, test } from 'vitest';
import { prefersCsv } from '../../../../shared/http/prefers-csv.ts';

test.each([
  [undefined, false],
  ['*/*', false],
  ['text/csv', true],
  ['TEXT/CSV, */*', true],
  ['text/csv; q=0.9, */*', false],
  ['text/csv;q=0.9, */*;q=0.1', true],
  ['text/csv;q=0.1, application/json', false],
  ['text/csv;q=0.9, application/json;q=0.1', true],
  ['application/json;q=0.5, text/csv;charset=utf-8;q=0.6', true],
  ['application/json;q=0.5, text/*', true],
  ['text/*, */*', false],
  ['text/csv;q=0', false],
  ['text/csv;q=0, */*', false],
  ['text/csv, application/json;q=0', true],
  ['application/json;q=0, */*', true],
  ['text/csv;q=many', true],
  ['', false],
  ['text/html, text/csv, application/json', true],
  ['application/json, text/csv', false],
])('The header Accept: %s asks for CSV: %s', (accept, expected) => {
  expect(prefersCsv(accept)).toBe(expected);
});
