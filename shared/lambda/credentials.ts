/**
 * The credentials of a function's role, from its environment (AWS, "Defined runtime environment variables"). In bundles this
 * replaces the SDK's default chain (lib/cdk/functions/bundle-plugins.ts), which contains four clients that no function needs.
 */
export { fromEnv as defaultProvider } from '@aws-sdk/credential-provider-env';
