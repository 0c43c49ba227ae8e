import { expect, test } from 'vitest';
import { parseTarget, pathOf } from '../../../../lib/local/request.ts';

test('The path of a request to the local server keeps its percent-encoding', () => {
  expect(parseTarget('/a%2Fb?q=%20', undefined)).toEqual({ path: '/a%2Fb', query: 'q=%20' });
});

test('The target of a request to the local server can be a whole URL', () => {
  expect(parseTarget('http://other.test:1/a?b', undefined)).toEqual({ path: '/a', query: 'b' });
});

test('The local server removes the stage from the path of a request', () => {
  expect(parseTarget('/dev/a?b', 'dev')).toEqual({ path: '/a', query: 'b' });
  expect(parseTarget('/dev', 'dev')).toEqual({ path: '/', query: '' });
});

test.each(['/prod/a', '/a', '/developer/a', '/'])(
  'The local server rejects a request target outside the stage: %s',
  (target) => {
    expect(parseTarget(target, 'dev')).toBeUndefined();
  },
);

test.each(['*', '', '/%', '/%z0', '/%a', 'http://other.test'])(
  'The local server rejects an invalid request target: %j',
  (target) => {
    expect(parseTarget(target, undefined)).toBeUndefined();
  },
);

test('The local server logs a request target without its query', () => {
  expect(pathOf('/a/b?secret=1')).toBe('/a/b');
});
