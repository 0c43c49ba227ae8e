import { describe, expect, it } from 'vitest';
import { parseTarget, pathOf } from '../../../../lib/local/request-target.ts';

describe('a request target', () => {
  it('keeps its percent-encoding', () => {
    expect(parseTarget('/a%2Fb?q=%20', undefined)).toEqual({ path: '/a%2Fb', query: 'q=%20' });
  });

  it('may be a whole URL', () => {
    expect(parseTarget('http://other.test:1/a?b', undefined)).toEqual({ path: '/a', query: 'b' });
  });

  it('loses the stage', () => {
    expect(parseTarget('/dev/a?b', 'dev')).toEqual({ path: '/a', query: 'b' });
    expect(parseTarget('/dev', 'dev')).toEqual({ path: '/', query: '' });
  });

  it.each(['/prod/a', '/a', '/developer/a', '/'])('names nothing outside the stage: %s', (target) => {
    expect(parseTarget(target, 'dev')).toBeUndefined();
  });

  it.each(['*', '', '/%', '/%z0', '/%a', 'http://other.test'])('may name nothing at all: %j', (target) => {
    expect(parseTarget(target, undefined)).toBeUndefined();
  });

  it('is logged without its query', () => {
    expect(pathOf('/a/b?secret=1')).toBe('/a/b');
  });
});
