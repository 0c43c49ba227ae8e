import { createHash } from 'node:crypto';

/** SHA-256 in base64url: the stored form of secrets and subjects, and the S256 method of RFC 7636. */
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url');
