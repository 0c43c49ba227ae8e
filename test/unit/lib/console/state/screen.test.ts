import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  changedScreen,
  readScreen,
  type Screen,
  STATUS_FILTERS,
  screenUrl,
} from '../../../../../lib/console/state/screen.ts';
import { SEVERITIES } from '../../../../../lib/console/state/severities.ts';

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const id = fc.uuid();
const read = (url: string) => readScreen(new URL(url, 'https://guard.test/console'));
const TENANT = '01a0308f-0a6f-70ff-8f5a-c36c10fc712f';
const day = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((it) => it.toISOString().slice(0, 10));
const screen: fc.Arbitrary<Screen> = fc.record({
  view: fc.stringMatching(/^[a-z]+$/),
  itemId: maybe(fc.stringMatching(/^[\w-]+$/)),
  status: fc.constantFrom(...STATUS_FILTERS),
  severities: fc.subarray([...SEVERITIES]),
  siteId: maybe(id),
  type: maybe(fc.string({ minLength: 1 })),
  holderId: maybe(id),
  search: maybe(fc.string({ minLength: 1 })),
  alertId: maybe(id),
  since: maybe(day),
  until: maybe(day),
  tenantId: maybe(id),
  tab: maybe(fc.stringMatching(/^[a-z]+$/)),
  partId: maybe(id),
  by: maybe(fc.stringMatching(/^[a-z]+$/)),
});

test('A console screen is the same after its URL is written and read', () => {
  fc.assert(
    fc.property(screen, (it) => {
      expect(read(screenUrl(it))).toEqual(it);
    }),
  );
});

test('The console turns any URL into a screen whose own URL gives the same screen', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (search, hash) => {
      const screen = readScreen({ search, hash });
      expect(read(screenUrl(screen))).toEqual(screen);
    }),
  );
});

test('Another page or item begins with its first tab, and another tab is about nothing in particular', () => {
  const site = read('?tab=test&part=019aa111-0000-7000-8000-000000000001#/sites/1');
  const of = (changes: Partial<Screen>) => {
    const { tab, partId } = changedScreen(site, changes);
    return [tab, partId];
  };
  expect(of({ search: 'x' })).toEqual([site.tab, site.partId]);
  expect(of({ itemId: '2' })).toEqual([undefined, undefined]);
  expect(of({ view: 'alerts' })).toEqual([undefined, undefined]);
  expect(of({ tab: 'settings' })).toEqual(['settings', undefined]);
  expect(of({ tab: undefined })).toEqual([undefined, undefined]);
  expect(of({ itemId: '2', tab: 'test', partId: 'door' })).toEqual(['test', 'door']);
});

test('How a page shows its list stays while an alert opens there, and ends with another page, item or tab', () => {
  const grouped = read('?by=site#/alerts');
  const of = (changes: Partial<Screen>) => changedScreen(grouped, changes).by;
  expect(of({ alertId: TENANT })).toBe('site');
  expect(of({ search: 'x' })).toBe('site');
  expect(of({ by: undefined })).toBeUndefined();
  expect(of({ by: 'type' })).toBe('type');
  expect(of({ view: 'sites' })).toBeUndefined();
  expect(of({ tab: 'timeline' })).toBeUndefined();
});

test('A URL of the console that says nothing shows the first page of the role, and stays as it is', () => {
  expect(read('').view).toBe('');
  expect(screenUrl(read(''))).toBe('');
  expect(read(`?tenant_id=${TENANT}`).view).toBe('');
  expect(screenUrl(read(`?tenant_id=${TENANT}`))).toBe(`?tenant_id=${TENANT}`);
});

test.each([
  '?severity=critical',
  '?status=active',
  '?by=site',
  `?alert=${TENANT}`,
  `?tenant_id=${TENANT}&q=gate`,
])(
  'A URL of the console with filters or an alert, but without a page, shows the alerts as ever: %s',
  (url) => {
    expect(read(url).view).toBe('alerts');
    expect(screenUrl(read(url))).toBe(url);
  },
);

test('The alerts without a filter have a URL of their own, so that a reload shows them instead of the first page', () => {
  expect(screenUrl(read('?status=open&severity=#/alerts'))).toBe('#/alerts');
  expect(screenUrl({ ...read(''), view: 'alerts' })).toBe('#/alerts');
});

test.each([
  '?alert=../../me',
  '?site_id=1',
  '?tenant_id=%00',
  '?severity=worst',
  '?status=gone',
  '?since=2026-13-01',
  '?by=%3Cb%3E',
  '?until=now',
  '#/../x',
])('The console ignores the invalid parts of a URL: %s', (url) => {
  expect(read(url)).toEqual(read(''));
});
