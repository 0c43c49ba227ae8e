import { createHmac } from 'node:crypto';
import type { RandomBytes } from '../ids.ts';

/** Standard Webhooks, "Signature scheme"; the rest of a secret is base64. */
const SECRET_PREFIX = 'whsec_';

const SECRET_BYTES = 32;

/** A new secret in plain text: both Guard and the receiver need it to compute signatures. */
export function newSecret(randomBytes: RandomBytes): string {
  return SECRET_PREFIX + Buffer.from(randomBytes(SECRET_BYTES)).toString('base64');
}

export interface SignedMessage {
  readonly id: string;
  /** The start of this attempt in epoch seconds. */
  readonly timestamp: number;
  readonly body: string;
}

/** The headers that identify and authenticate a message, with one signature for each secret. */
export function signatureHeaders(
  { id, timestamp, body }: SignedMessage,
  secrets: readonly string[],
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  };
}
