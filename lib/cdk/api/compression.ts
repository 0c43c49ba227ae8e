/**
 * API Gateway compresses the responses of this size and more, for clients that say which coding they take. Smaller
 * ones are one packet either way. Functions return text and know nothing of it.
 */
export const MINIMUM_COMPRESSION_BYTES = 1_024;
