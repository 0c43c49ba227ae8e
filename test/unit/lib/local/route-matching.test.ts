import { describe, expect, test } from 'vitest';
import { createRouteMatcher } from '../../../../lib/local/route-matching.ts';
import { makeRoute } from './gateway-harness.ts';

const matcher = createRouteMatcher([
  makeRoute({ name: 'get-user', path: '/users/{user_id}' }),
  makeRoute({ name: 'update-user', path: '/users/{user_id}', method: 'PATCH' }),
  makeRoute({ name: 'get-me', path: '/users/me' }),
  makeRoute({ name: 'list-user-sites', path: '/users/{user_id}/sites' }),
  makeRoute({ name: 'get-site-zone', path: '/{kind}/x/zones/{zone_id}' }),
]);

const nameOf = (method: string, path: string) => matcher.match(method, path)?.route.name;

describe('the route matcher', () => {
  test('hands path parameters over as they were sent', () => {
    expect(matcher.match('GET', '/users/a%2Fb%20c')?.pathParameters).toEqual({ user_id: 'a%2Fb%20c' });
    expect(matcher.match('GET', '/sites/x/zones/1')?.pathParameters).toEqual({ kind: 'sites', zone_id: '1' });
  });

  test('has null parameters for a path without any', () => {
    expect(matcher.match('GET', '/users/me')?.pathParameters).toBeNull();
  });

  test('prefers a literal segment to a parameter, whichever was declared first', () => {
    expect(nameOf('GET', '/users/me')).toBe('get-me');
    expect(nameOf('GET', '/users/you')).toBe('get-user');
  });

  test('looks for the method only in the resource that the path chose', () => {
    expect(nameOf('PATCH', '/users/you')).toBe('update-user');
    expect(nameOf('PATCH', '/users/me')).toBeUndefined();
  });

  test('ignores one slash at the end', () => {
    expect(nameOf('GET', '/users/me/')).toBe('get-me');
    expect(matcher.match('GET', '/users/1/')?.pathParameters).toEqual({ user_id: '1' });
  });

  test.each([
    '/',
    '/users',
    '/users/',
    '//users/me',
    '/users/me//',
    '/users//sites',
    '/Users/me',
    '/users/1/sites/2',
  ])('does not know %s', (path) => {
    expect(nameOf('GET', path)).toBeUndefined();
    expect(matcher.methodsOf(path)).toEqual([]);
  });

  test('does not derive HEAD or OPTIONS from GET', () => {
    expect(nameOf('HEAD', '/users/1')).toBeUndefined();
    expect(nameOf('OPTIONS', '/users/1')).toBeUndefined();
  });

  test('knows HEAD where the route says that its path answers it', () => {
    const { match, methodsOf } = createRouteMatcher([makeRoute({ answersHead: true })]);
    expect(match('HEAD', '/things')).toEqual(match('GET', '/things'));
    expect(methodsOf('/things')).toEqual(['GET', 'HEAD']);
  });

  test('lists the methods of a path', () => {
    expect(matcher.methodsOf('/users/1')).toEqual(['GET', 'PATCH']);
  });
});
