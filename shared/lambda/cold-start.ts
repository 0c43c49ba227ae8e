/** Returns whether the invocation is the first of its execution environment: true once at most. */
export type TakeColdStart = () => boolean;

/**
 * An environment that Lambda prepares before its first request delays no request, and counts as warm (AWS, "Using Lambda
 * environment variables": AWS_LAMBDA_INITIALIZATION_TYPE).
 */
export function createColdStart(initializationType: string | undefined): TakeColdStart {
  let isCold = initializationType === 'on-demand';
  return () => {
    const wasCold = isCold;
    isCold = false;
    return wasCold;
  };
}
