import { createHmac } from 'node:crypto';
import * as z from 'zod/mini';
import type { RandomBytes } from '../base/ids.ts';
import type { SecretKey, SecretOwner } from '../lambda/secret-key.ts';

/** How long events are still signed with a replaced secret. */
export const ROTATION_HOURS = 24;

/** How many secrets a webhook may have, because each adds a signature to the header. */
const MAXIMUM_SECRETS = 10;

/**
 * The secrets of a webhook, newest first. They are stored outside `data`, so no index and no response contains them. Every
 * secret except the newest has an expiry time (`until`).
 */
export const secretsSchema = z.array(z.object({ encrypted: z.string(), until: z.optional(z.string()) }));

export type Secrets = z.infer<typeof secretsSchema>;

/** The stored secrets of a webhook. */
interface SecretsOf {
  readonly entity: { readonly id: string; readonly tenant_id: string };
  readonly secrets: Secrets;
}

/** Encrypts a secret of a webhook. */
export const encryptSecret = (
  secret: string,
  webhook: SecretsOf['entity'],
  key: Pick<SecretKey, 'encrypt'>,
): Promise<string> => key.encrypt(secret, ownerOf(webhook));

/**
 * Returns the secrets with which events are signed at a time, a timestamp of the API. Throws if the newest one cannot be
 * decrypted. A replaced secret that can never be decrypted is left out, so that a rotation helps after the loss of a key.
 */
export async function currentSecrets(
  { entity, secrets }: SecretsOf,
  at: string,
  key: Pick<SecretKey, 'decrypt'>,
): Promise<string[]> {
  const current = secrets.filter(signsAt(at));
  const decrypted = await Promise.all(
    current.map(({ encrypted }) => key.decrypt(encrypted, ownerOf(entity))),
  );
  if (current.length > 0 && decrypted[0] === undefined) {
    throw new Error('The secret of the webhook belongs to another key.');
  }
  return decrypted.filter((it) => it !== undefined);
}

/** Puts a new secret in front of the current ones, which then expire at `until`. */
export function rotateSecrets(
  secrets: Secrets,
  encrypted: string,
  { at, until }: { readonly at: string; readonly until: string },
): Secrets {
  const before = secrets.filter(signsAt(at));
  return [{ encrypted }, ...before.map((it) => ({ until, ...it }))].slice(0, MAXIMUM_SECRETS);
}

const signsAt =
  (at: string) =>
  ({ until }: Secrets[number]): boolean =>
    until === undefined || until > at;

const ownerOf = ({ id, tenant_id }: SecretsOf['entity']): SecretOwner => ({
  purpose: 'webhook',
  tenant_id,
  id,
});

/** The format is that of Standard Webhooks, "Signature scheme"; what follows the prefix is base64. */
const SECRET_PREFIX = 'whsec_';

const SECRET_BYTES = 32;

/** Makes a new secret, in plain text, because both Guard and the receiver compute signatures with it. */
export function newSecret(randomBytes: RandomBytes): string {
  return SECRET_PREFIX + Buffer.from(randomBytes(SECRET_BYTES)).toString('base64');
}

interface SignedMessage {
  readonly id: string;
  /** The time at which this attempt began, in epoch seconds. */
  readonly timestamp: number;
  readonly body: string;
}

/** Makes the headers that identify and authenticate a message, with one signature for each secret. */
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
