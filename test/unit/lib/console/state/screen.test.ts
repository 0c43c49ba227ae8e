import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  readScreen,
  type Screen,
  STATUS_FILTERS,
  screenQuery,
} from '../../../../../lib/console/state/screen.ts';
import { SEVERITIES } from '../../../../../lib/console/state/severities.ts';

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const id = fc.uuid();
const screen: fc.Arbitrary<Screen> = fc.record({
  view: fc.stringMatching(/^[a-z]+$/),
  status: fc.constantFrom(...STATUS_FILTERS),
  severities: fc.subarray([...SEVERITIES]),
  siteId: maybe(id),
  type: maybe(fc.string({ minLength: 1 })),
  search: maybe(fc.string({ minLength: 1 })),
  alertId: maybe(id),
  tenantId: maybe(id),
});

test('The URL of a screen describes the same screen', () => {
  fc.assert(
    fc.property(screen, (it) => {
      expect(readScreen(screenQuery(it))).toEqual(it);
    }),
  );
});

test('Any query is read as a screen', () => {
  fc.assert(
    fc.property(fc.string(), (query) => {
      const read = readScreen(query);
      expect(readScreen(screenQuery(read))).toEqual(read);
    }),
  );
});

test('The default screen has no query', () => {
  expect(screenQuery(readScreen(''))).toBe('');
  expect(screenQuery(readScreen('?status=open&view=alerts&severity='))).toBe('');
});

test.each([
  '?alert=../../me',
  '?site_id=1',
  '?tenant_id=%00',
  '?severity=worst',
  '?status=gone',
  '?view=../x',
])('An invalid query is ignored: %s', (query) => {
  expect(readScreen(query)).toEqual(readScreen(''));
});
