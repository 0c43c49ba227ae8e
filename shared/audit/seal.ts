import * as z from 'zod/mini';
import { canonicalJson, sha256 } from '../base/digest.ts';
import { isSameHash } from '../lambda/secret.ts';
import type { SecretKey, SecretOwner } from '../lambda/secret-key.ts';
import { auditKey, type ItemKey } from '../table/keys.ts';

/** The partition with the audit events of a tenant and their seals. */
export const auditPartition = (tenantId: string) => auditKey(tenantId, '').pk;

export const AUDIT_PREFIX = 'AUDIT#';
export const EVENT_PREFIX = 'EVENT#';
export const SEAL_PREFIX = 'SEAL#';

/** How many digits the numbers in sort keys have, so that seals sort by their numbers. */
const DIGITS = 10;

const sealSortKey = (number: number) => `${SEAL_PREFIX}${String(number).padStart(DIGITS, '0')}`;

export const sealKey = (tenantId: string, number: number): ItemKey => ({
  pk: auditPartition(tenantId),
  sk: sealSortKey(number),
});

const expiry = z.nullable(z.int());

/** What a seal contains of an event, as the table's stream reported it. */
export const sealedEventSchema = z.object({
  id: z.string(),
  hash: z.string(),
  /** When DynamoDB wrote the event, according to the stream. */
  written_at: z.string(),
  /** The time in epoch seconds after which the event may be missing; `null` if it must always exist. */
  expires_at: expiry,
});

const contentSchema = z.object({
  tenant_id: z.string(),
  /** The number of the seal, counted from 1 without gaps. */
  number: z.int(),
  at: z.string(),
  /** The hash of the seal before; empty in the first seal. */
  previous_hash: z.string(),
  /**
   * The time in epoch seconds after which earlier seals may be missing; `null` if they must always exist. So the oldest seal
   * is a signed checkpoint: nobody can remove earlier seals before that time unnoticed.
   */
  previous_expires_at: expiry,
  /** The events in the order of their ids. */
  events: z.array(sealedEventSchema),
});

export const sealSchema = z.object({ ...contentSchema.shape, hash: z.string(), signature: z.string() });

export type SealedEvent = z.output<typeof sealedEventSchema>;
type SealContent = z.output<typeof contentSchema>;
export type Seal = z.output<typeof sealSchema>;

/** Signs the hash of a seal, and checks signatures. */
export interface SealKey {
  sign(seal: Omit<Seal, 'signature'>): Promise<string>;
  verify(seal: Seal): Promise<boolean>;
}

/** Computes the hash of an event. It leaves out index attributes, because a backfill may change them. */
export function hashEvent({ pk, sk }: ItemKey, data: unknown): string {
  try {
    return sha256(canonicalJson({ pk, sk, data }));
  } catch {
    return UNHASHABLE; // Guard writes no value that cannot be hashed; one from elsewhere must not block the stream
  }
}

/** Stands for the hash of an event that cannot be hashed. An intact event never has it. */
export const UNHASHABLE = 'unhashable';

export function hashSeal(content: SealContent): string {
  return sha256(canonicalJson(contentSchema.parse(content)));
}

/** How much longer seals are kept than their events, which DynamoDB deletes some days late. */
const SEAL_OUTLASTS_SECONDS = 30 * 86_400;

/**
 * The time in epoch seconds after which a seal may be missing, if it has a successor. It is never before that of the seal's
 * predecessor.
 */
export function expiryOfSeal({
  number,
  events,
  previous_expires_at: before,
}: Pick<SealContent, 'number' | 'events' | 'previous_expires_at'>): number | null {
  if (number > 1 && before === null) return null;
  let latest = before ?? 0;
  for (const { expires_at } of events) {
    if (expires_at === null) return null;
    latest = Math.max(latest, expires_at + SEAL_OUTLASTS_SECONDS);
  }
  return latest;
}

/**
 * Makes a key for seals of the key that encrypts secrets. The signature is the encrypted hash: this is authenticated
 * encryption, bound to the tenant, the number and the hash, and only the sealing function may encrypt for that purpose.
 * Unlike a separate signing key it has no monthly cost, and CloudTrail records the hash of each seal with the call.
 */
export function sealKeyOf(key: SecretKey): SealKey {
  return {
    sign: (seal) => key.encrypt(seal.hash, ownerOf(seal)),
    async verify(seal) {
      const signed = await key.decrypt(seal.signature, ownerOf(seal));
      return signed !== undefined && isSameHash(signed, seal.hash);
    },
  };
}

const ownerOf = ({ tenant_id, number, hash }: Omit<Seal, 'signature'>): SecretOwner => ({
  purpose: 'audit_seal',
  tenant_id,
  id: `${number}/${hash}`,
});

/** The value of the setting in a stage that keeps no copies of seals. */
export const NO_BUCKET = 'none';

/** The prefix of the object keys of seal copies. */
export const COPIES_PREFIX = 'audit/';
