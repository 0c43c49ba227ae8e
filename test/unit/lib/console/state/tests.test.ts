import { expect, test } from 'vitest';
import { runningTests } from '../../../../../lib/console/state/tests.ts';
import { makeSiteTest } from '../../../../support/make-site-test.ts';

const NOW = Date.parse('2026-11-20T12:30:00.000Z');
const END = '2026-11-20T13:00:00.000+00:00';

const idsOf = (...known: Parameters<typeof runningTests>[0]) => runningTests(known, NOW).map(({ id }) => id);

test('The console shows a site as on test until the end of the test', () => {
  const running = makeSiteTest({ ends_at: END });
  expect(runningTests([running], Date.parse(END) - 1)).toEqual([running]);
  expect(runningTests([running], Date.parse(END))).toEqual([]);
});

test('The console shows the newest version of a site’s test, whichever version arrives first', () => {
  const older = makeSiteTest({ version: 1 });
  const ended = makeSiteTest({ version: 2, ended_at: '2026-11-20T12:20:00.000+00:00' });
  expect([idsOf(older, ended), idsOf(ended, older)]).toEqual([[], []]);
  expect(runningTests([older, { ...older, version: 3, ends_at: END }], NOW)).toMatchObject([{ version: 3 }]);
});

test('The console lists the running tests of sites in order of their end', () => {
  const late = makeSiteTest({ id: 'late', ends_at: '2026-11-20T15:00:00.000+00:00' });
  expect(idsOf(late, makeSiteTest({ id: 'soon' }))).toEqual(['soon', 'late']);
});
