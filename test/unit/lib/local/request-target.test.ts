import { expect, test } from 'vitest';
import { parseTarget, pathOf } from '../../../../lib/local/request-target.ts';

test('A request target keeps its percent-encoding', () => {
  expect(parseTarget('/a%2Fb?q=%20', undefined)).toEqual({ path: '/a%2Fb', query: 'q=%20' });
});

test('A request target can be a whole URL', () => {
  expect(parseTarget('http://other.test:1/a?b', undefined)).toEqual({ path: '/a', query: 'b' });
});

test('The stage is removed from a request target', () => {
  expect(parseTarget('/dev/a?b', 'dev')).toEqual({ path: '/a', query: 'b' });
  expect(parseTarget('/dev', 'dev')).toEqual({ path: '/', query: '' });
});

test.each(['/prod/a', '/a', '/developer/a', '/'])(
  'A request target outside the stage is rejected: %s',
  (target) => {
    expect(parseTarget(target, 'dev')).toBeUndefined();
  },
);

test.each(['*', '', '/%', '/%z0', '/%a', 'http://other.test'])(
  'An invalid request target is rejected: %j',
  (target) => {
    expect(parseTarget(target, undefined)).toBeUndefined();
  },
);

test('A request target is logged without its query', () => {
  expect(pathOf('/a/b?secret=1')).toBe('/a/b');
});
