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

test('The path parameters of a route on the local server keep their percent-encoding', () => {
  expect(matcher.match('GET', '/users/a%2Fb%20c')?.pathParameters).toEqual({ user_id: 'a%2Fb%20c' });
  expect(matcher.match('GET', '/sites/x/zones/1')?.pathParameters).toEqual({ kind: 'sites', zone_id: '1' });
});

test('On the local server, pathParameters is null for a route without path parameters', () => {
  expect(matcher.match('GET', '/users/me')?.pathParameters).toBeNull();
});

test('The local server prefers a literal path segment to a path parameter, whatever the order of the routes', () => {
  expect(nameOf('GET', '/users/me')).toBe('get-me');
  expect(nameOf('GET', '/users/you')).toBe('get-user');
});

test('If the best matching path does not have the method, the local server does not try a less exact path', () => {
  expect(nameOf('PATCH', '/users/you')).toBe('update-user');
  expect(nameOf('PATCH', '/users/me')).toBeUndefined();
});

test('The local server ignores one trailing slash of a path', () => {
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
])('The local server has no route for the path %s', (path) => {
  expect(nameOf('GET', path)).toBeUndefined();
  expect(matcher.methodsOf(path)).toEqual([]);
});

test('On the local server, a GET route does not answer HEAD or OPTIONS requests', () => {
  expect(nameOf('HEAD', '/users/1')).toBeUndefined();
  expect(nameOf('OPTIONS', '/users/1')).toBeUndefined();
});

test('The local server answers HEAD if the route declares it', () => {
  const { match, methodsOf } = createRouteMatcher([makeRoute({ answersHead: true })]);
  expect(match('HEAD', '/things')).toEqual(match('GET', '/things'));
  expect(methodsOf('/things')).toEqual(['GET', 'HEAD']);
});

test('The local server’s router lists all methods that exist for a path', () => {
  expect(matcher.methodsOf('/users/1')).toEqual(['GET', 'PATCH']);
});
