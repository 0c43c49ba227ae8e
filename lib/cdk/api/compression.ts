/**
 * From this size on, API Gateway compresses a response if the client accepts that. A smaller response is a single packet
 * anyway. Functions return uncompressed text.
 */
export const MINIMUM_COMPRESSION_BYTES = 1_024;
