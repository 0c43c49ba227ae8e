/**
 * API Gateway compresses responses of at least this size, if the client accepts a coding. Smaller responses are one packet
 * anyway. Functions return uncompressed text.
 */
export const MINIMUM_COMPRESSION_BYTES = 1_024;
