import { fromEnv } from '@aws-sdk/credential-provider-env';

/**
 * The credentials of a function's role, from its environment (AWS, "Defined runtime environment variables"). In bundles this
 * replaces the default chain of the SDK (lib/cdk/functions/bundle.ts), which contains four clients that no function needs. As
 * in that chain, the credentials are read once, because they stay the same for the life of the instance.
 */
export const defaultProvider: typeof fromEnv = (init) => {
  const read = fromEnv(init);
  let credentials: ReturnType<typeof read> | undefined;
  return () => {
    credentials ??= read();
    return credentials;
  };
};
