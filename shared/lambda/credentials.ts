/**
 * The credentials of a function's role, as Lambda puts them into its environment (AWS, "Defined runtime environment
 * variables"). In bundles this takes the place of the SDK's default chain (lib/cdk/functions/bundle-plugins.ts), which brings four
 * clients of other services along for places where no function ever runs.
 */
export { fromEnv as defaultProvider } from '@aws-sdk/credential-provider-env';
