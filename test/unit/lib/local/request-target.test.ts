import { describe, expect, test } from 'vitest';
import { parseTarget, pathOf } from '../../../../lib/local/request-target.ts';

describe('a request target', () => {
  test('a request target keeps its percent-encoding', () => {
    expect(parseTarget('/a%2Fb?q=%20', undefined)).toEqual({ path: '/a%2Fb', query: 'q=%20' });
  });

  test('a request target can be a whole URL', () => {
    expect(parseTarget('http://other.test:1/a?b', undefined)).toEqual({ path: '/a', query: 'b' });
  });

  test('the stage is removed from a request target', () => {
    expect(parseTarget('/dev/a?b', 'dev')).toEqual({ path: '/a', query: 'b' });
    expect(parseTarget('/dev', 'dev')).toEqual({ path: '/', query: '' });
  });

  test.each(['/prod/a', '/a', '/developer/a', '/'])('names nothing outside the stage: %s', (target) => {
    expect(parseTarget(target, 'dev')).toBeUndefined();
  });

  test.each(['*', '', '/%', '/%z0', '/%a', 'http://other.test'])('may name nothing at all: %j', (target) => {
    expect(parseTarget(target, undefined)).toBeUndefined();
  });

  test('a request target is logged without its query', () => {
    expect(pathOf('/a/b?secret=1')).toBe('/a/b');
  });
});
