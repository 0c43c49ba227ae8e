import { expect, test } from 'vitest';
import { readWallLink, wallLink } from '../../../../../../lib/console/pages/overview/wall-link.ts';

const KEY = '5310928840|guard_k_EXAMPLE';

test('The link of a wall screen has its key in the fragment only, and is read again', () => {
  const link = new URL(wallLink('https://guard.test/prod/console?tenant_id=x#/keys/new', KEY));
  expect(link.origin + link.pathname + link.search).toBe('https://guard.test/prod/console');
  expect(readWallLink(link.hash)).toEqual({ key: KEY, theme: 'dark' });
});

test.each([
  ['#/overview?wall', { key: undefined, theme: 'dark' }],
  ['#/overview?wall&theme=light', { key: undefined, theme: 'light' }],
  ['#/overview?wall&key=', { key: undefined, theme: 'dark' }],
  ['#/overview', undefined],
  ['#/overview?key=1', undefined],
  ['#/alerts?wall', undefined],
  ['', undefined],
])('The hash %s names the wall screen %j', (hash, link) => {
  expect(readWallLink(hash)).toEqual(link);
});
