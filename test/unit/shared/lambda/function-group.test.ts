import { expect, test } from 'vitest';
import { functionGroup } from '../../../../shared/lambda/function-group.ts';

test.each([
  ['sites', 'list-sites', 'administration'],
  ['auth', 'refresh-token', 'auth'],
  ['second-factor', 'begin-totp', 'auth'],
  ['auth', 'login', 'login'],
  ['authorizer', 'authorizer', 'authorizer'],
  ['console', 'get-console', 'public'],
  ['docs', 'get-reference', 'public'],
  ['health', 'get-health', 'public'],
])('The function functions/%s/%s belongs to the group %s', (resource, name, group) => {
  expect(functionGroup({ resource, name })).toBe(group);
});
