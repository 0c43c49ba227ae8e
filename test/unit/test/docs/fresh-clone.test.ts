import { expect, test } from 'vitest';
import { userEnvironment } from '../../../docs/fresh-clone.ts';

test('The commands of the documents run in an environment without the variables that npm scripts and Guard set', () => {
  expect(
    userEnvironment({
      HOME: '/home/ana',
      PATH: '/srv/guard/node_modules/.bin:/usr/lib/node_modules/npm/bin/node-gyp-bin:/usr/local/bin:/usr/bin',
      npm_lifecycle_event: 'test:docs',
      npm_config_local_prefix: '/srv/guard',
      npm_config_registry: 'https://registry.example.com/',
      npm_config_https_proxy: 'http://proxy.example.com',
      INIT_CWD: '/srv/guard',
      NODE_ENV: 'test',
      PORT: '4000',
      GUARD_RATE_LIMIT_API: '1000',
      DYNAMODB_ENDPOINT: 'http://localhost:8000',
    }),
  ).toEqual({
    HOME: '/home/ana',
    PATH: '/usr/local/bin:/usr/bin',
    npm_config_registry: 'https://registry.example.com/',
    npm_config_https_proxy: 'http://proxy.example.com',
  });
});
