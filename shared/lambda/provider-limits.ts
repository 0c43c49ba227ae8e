const CONNECTION_MILLISECONDS = 2_000;
const REQUEST_MILLISECONDS = 5_000;

/** The time limits for calls to a provider while a person or a message waits. */
export const PROVIDER_LIMITS = {
  requestHandler: {
    connectionTimeout: CONNECTION_MILLISECONDS,
    requestTimeout: REQUEST_MILLISECONDS, // covers the time to the response headers
    throwOnRequestTimeout: true, // without this, a timeout only causes a warning
    socketTimeout: REQUEST_MILLISECONDS,
  },
  // No retries: the caller repeats a call, and only if nothing can have been sent.
  maxAttempts: 1,
} as const;
