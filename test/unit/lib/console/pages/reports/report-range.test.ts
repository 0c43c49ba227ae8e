import { expect, test } from 'vitest';
import { daysOf, reportRange } from '../../../../../../lib/console/pages/reports/report-range.ts';

const NOW = Date.parse('2026-11-25T23:30:00.000Z');

test.each([
  [{}, '2026-10-27', '2026-11-25'],
  [{ until: '2026-11-10' }, '2026-10-12', '2026-11-10'],
  [{ since: '2026-11-20' }, '2026-11-20', '2026-11-25'],
  [{ since: '2027-01-01' }, '2027-01-01', '2027-01-01'],
  [{ since: '2026-11-20', until: '2026-11-01' }, '2026-11-20', '2026-11-20'],
])('The report page with the choice %j shows the days from %s to %s', (given, since, until) => {
  expect(reportRange(given, NOW)).toEqual({ since, until });
});

test('A chart shows every day of its range, and is left out if the range has more days than the chart’s limit', () => {
  expect(daysOf({ since: '2026-02-27', until: '2026-03-01' }, 3)).toEqual([
    '2026-02-27',
    '2026-02-28',
    '2026-03-01',
  ]);
  expect(daysOf({ since: '2026-02-27', until: '2026-03-02' }, 3)).toBeUndefined();
});
