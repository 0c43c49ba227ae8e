import { expect, test } from 'vitest';
import {
  daysOf,
  PRESETS,
  presetRange,
  reportRange,
} from '../../../../../../lib/console/pages/reports/report-range.ts';

const TODAY = '2026-11-25';

test.each([
  [{}, '2026-10-27', '2026-11-25'],
  [{ until: '2026-11-10' }, '2026-10-12', '2026-11-10'],
  [{ since: '2026-11-20' }, '2026-11-20', '2026-11-25'],
  [{ since: '2027-01-01' }, '2027-01-01', '2027-01-01'],
  [{ since: '2026-11-20', until: '2026-11-01' }, '2026-11-20', '2026-11-20'],
])('The report page with the choice %j shows the days from %s to %s', (given, since, until) => {
  expect(reportRange(given, TODAY)).toEqual({ since, until });
});

test('A chart shows every day of its range, and is left out if the range has more days than the chart’s limit', () => {
  expect(daysOf({ since: '2026-02-27', until: '2026-03-01' }, 3)).toEqual([
    '2026-02-27',
    '2026-02-28',
    '2026-03-01',
  ]);
  expect(daysOf({ since: '2026-02-27', until: '2026-03-02' }, 3)).toBeUndefined();
});

test.each([
  ['2026-11-25', 'today', '2026-11-25', '2026-11-25'],
  ['2026-11-01', 'yesterday', '2026-10-31', '2026-10-31'],
  ['2026-11-25', 'week', '2026-11-19', '2026-11-25'],
  ['2026-11-25', 'last_week', '2026-11-16', '2026-11-22'],
  ['2026-11-29', 'last_week', '2026-11-16', '2026-11-22'],
  ['2026-11-30', 'last_week', '2026-11-23', '2026-11-29'],
  ['2026-11-25', 'thirty', '2026-10-27', '2026-11-25'],
  ['2026-11-25', 'this_month', '2026-11-01', '2026-11-25'],
  ['2026-01-31', 'last_month', '2025-12-01', '2025-12-31'],
  ['2028-03-31', 'last_month', '2028-02-01', '2028-02-29'],
] as const)('On %s the period “%s” of a report is from %s to %s', (today, preset, since, until) => {
  expect(PRESETS).toContain(preset);
  expect(presetRange(preset, today)).toEqual({ since, until });
});
