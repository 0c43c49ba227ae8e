import { App, Stack } from 'aws-cdk-lib';
import { RestApi } from 'aws-cdk-lib/aws-apigateway';
import { describe, expect, test } from 'vitest';
import { PathStacks, topOutsideRoot } from '../../../../../lib/cdk/api/path-stacks.ts';

/** The stack of each path, when the paths are added in this order. */
function stacksOf(paths: readonly string[]): Record<string, string> {
  const root = new Stack(new App(), 'Guard');
  const restApi = new RestApi(root, 'RestApi');
  const stacks = new PathStacks(root, { stage: 'dev', restApi });
  return Object.fromEntries(
    paths.map((path) => {
      const { nestedStackResource } = Stack.of(stacks.resourceOf(path));
      return [path, nestedStackResource ? String(root.resolve(nestedStackResource.logicalId)) : 'root'];
    }),
  );
}

const STACKS = {
  '/': 'root',
  '/api/v1/sites/{site_id}': 'root',
  '/api/v1/sites/{site_id}/cameras': 'SitesApi',
  '/api/v1/sites/{site_id}/cameras/{camera_id}/images': 'SitesApi',
  '/api/v1/video-walls': 'VideoWallsApi',
  '/api/v1/video-walls/{video_wall_id}': 'VideoWallsApi',
  '/status/now': 'StatusApi',
};
const paths = Object.keys(STACKS);

test('The nested stack of an API path does not depend on the order in which paths are added', () => {
  expect(stacksOf(paths)).toEqual(STACKS);
  expect(stacksOf(paths.toReversed())).toEqual(STACKS);
});

test('An API path that begins with a parameter is an error', () => {
  expect(() => stacksOf(['/{anything}'])).toThrow('The path /{anything} begins with no name.');
});

describe('rootPaths', () => {
  test.each(['/', '/docs', '/api/v1', '/api/v1/sites', '/api/v1/sites/{site_id}/zones'])(
    'All parts of the API path %s stay in the root stack, where an earlier release deployed them',
    (path) => {
      expect(topOutsideRoot(path)).toBeUndefined();
    },
  );

  test.each([
    ['/api/v1/cameras/{camera_id}', '/api/v1/cameras'],
    ['/api/v1/sites/{site_id}/cameras/{camera_id}', '/api/v1/sites/{site_id}/cameras'],
    ['/api/v1/sites/{other_name}', '/api/v1/sites/{other_name}'],
    ['/status/now', '/status'],
  ])(
    'In the new API path %s, the part %s and everything below this part are outside the root stack',
    (path, top) => {
      expect(topOutsideRoot(path)).toBe(top);
    },
  );
});
