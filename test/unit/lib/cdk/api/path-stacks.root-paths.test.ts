import { expect, test } from 'vitest';
import { topOutsideRoot } from '../../../../../lib/cdk/api/path-stacks.ts';

test.each(['/', '/docs', '/api/v1', '/api/v1/sites', '/api/v1/sites/{site_id}/zones'])(
  'All parts of the API path %s, which a release had in the root stack, are in the root stack',
  (path) => {
    expect(topOutsideRoot(path)).toBeUndefined();
  },
);

test.each([
  ['/api/v1/cameras/{camera_id}', '/api/v1/cameras'],
  ['/api/v1/sites/{site_id}/cameras/{camera_id}', '/api/v1/sites/{site_id}/cameras'],
  ['/api/v1/sites/{other_name}', '/api/v1/sites/{other_name}'],
  ['/status/now', '/status'],
])('Of the API path %s the part %s and all below it are outside the root stack', (path, top) => {
  expect(topOutsideRoot(path)).toBe(top);
});
