import { afterEach, expect, test, vi } from 'vitest';
import { defaultProvider } from '../../../../shared/lambda/credentials.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

test('The credentials of a function are read from its environment once', async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'first');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  vi.stubEnv('AWS_SESSION_TOKEN', 'token');
  const provide = defaultProvider();
  const credentials = await provide();
  expect(credentials).toMatchObject({
    accessKeyId: 'first',
    secretAccessKey: 'secret',
    sessionToken: 'token',
  });
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'second');
  expect(await provide()).toBe(credentials);
  expect(await defaultProvider()()).toMatchObject({ accessKeyId: 'second' });
});

test('Without credentials in the environment, a function’s credentials provider rejects', async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', undefined);
  await expect(defaultProvider()()).rejects.toThrow('Unable to find environment variable credentials.');
});
