import { expect, test } from 'vitest';
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

test('Path parameters keep their percent-encoding', () => {
  expect(matcher.match('GET', '/users/a%2Fb%20c')?.pathParameters).toEqual({ user_id: 'a%2Fb%20c' });
  expect(matcher.match('GET', '/sites/x/zones/1')?.pathParameters).toEqual({ kind: 'sites', zone_id: '1' });
});

test('A path without parameters has null', () => {
  expect(matcher.match('GET', '/users/me')?.pathParameters).toBeNull();
});

test('A literal segment wins over a parameter in any order of declaration', () => {
  expect(nameOf('GET', '/users/me')).toBe('get-me');
  expect(nameOf('GET', '/users/you')).toBe('get-user');
});

test('The method is searched only in the resource of the path', () => {
  expect(nameOf('PATCH', '/users/you')).toBe('update-user');
  expect(nameOf('PATCH', '/users/me')).toBeUndefined();
});

test('One trailing slash is ignored', () => {
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
])('The path %s is unknown', (path) => {
  expect(nameOf('GET', path)).toBeUndefined();
  expect(matcher.methodsOf(path)).toEqual([]);
});

test('GET does not imply HEAD or OPTIONS', () => {
  expect(nameOf('HEAD', '/users/1')).toBeUndefined();
  expect(nameOf('OPTIONS', '/users/1')).toBeUndefined();
});

test('HEAD is known if the route declares it', () => {
  const { match, methodsOf } = createRouteMatcher([makeRoute({ answersHead: true })]);
  expect(match('HEAD', '/things')).toEqual(match('GET', '/things'));
  expect(methodsOf('/things')).toEqual(['GET', 'HEAD']);
});

test('The methods of a path are listed', () => {
  expect(matcher.methodsOf('/users/1')).toEqual(['GET', 'PATCH']);
});
