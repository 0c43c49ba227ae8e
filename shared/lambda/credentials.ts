import { fromEnv } from '@aws-sdk/credential-provider-env';

/**
 * The credentials of a function's role, from its environment (AWS, "Defined runtime environment variables"). In bundles this
 * replaces the SDK's default chain (lib/cdk/functions/bundle.ts), which contains four clients that no function needs.
 * As with that chain, the credentials are read once: they stay the same as long as the instance.
 */
export const defaultProvider: typeof fromEnv = (init) => {
  const read = fromEnv(init);
  let credentials: ReturnType<typeof read> | undefined;
  return () => {
    credentials ??= read();
    return credentials;
  };
};
