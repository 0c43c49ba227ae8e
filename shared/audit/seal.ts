import * as z from 'zod/mini';
import { canonicalJson, sha256 } from '../base/digest.ts';
import { isSameHash } from '../lambda/secret.ts';
import type { SecretKey, SecretOwner } from '../lambda/secret-key.ts';
import { auditKey, type ItemKey } from '../table/keys.ts';

/** The partition of the audit events of a tenant and of their seals. */
export const auditPartition = (tenantId: string) => auditKey(tenantId, '').pk;

export const AUDIT_PREFIX = 'AUDIT#';
export const EVENT_PREFIX = 'EVENT#';
export const SEAL_PREFIX = 'SEAL#';

/** Numbers have this many digits, so that seals sort by their numbers. */
const DIGITS = 10;

const sealSortKey = (number: number) => `${SEAL_PREFIX}${String(number).padStart(DIGITS, '0')}`;

export const sealKey = (tenantId: string, number: number): ItemKey => ({
  pk: auditPartition(tenantId),
  sk: sealSortKey(number),
});

const expiry = z.nullable(z.int());

/** An event as the table's stream showed it. */
export const sealedEventSchema = z.object({
  id: z.string(),
  hash: z.string(),
  /** The time at which DynamoDB wrote the event, by the stream. */
  written_at: z.string(),
  /** Epoch seconds after which the event may be missing; `null` for never. */
  expires_at: expiry,
});

const contentSchema = z.object({
  tenant_id: z.string(),
  /** The number of the seal, counted from 1 without gaps. */
  number: z.int(),
  at: z.string(),
  /** The hash of the seal before; empty in the first. */
  previous_hash: z.string(),
  /**
   * Epoch seconds after which the seals before may be missing; `null` for never. So the oldest seal is a signed checkpoint:
   * nobody can remove seals earlier unnoticed.
   */
  previous_expires_at: expiry,
  /** The events in the order of their ids. */
  events: z.array(sealedEventSchema),
});

export const sealSchema = z.object({ ...contentSchema.shape, hash: z.string(), signature: z.string() });

export type SealedEvent = z.output<typeof sealedEventSchema>;
type SealContent = z.output<typeof contentSchema>;
export type Seal = z.output<typeof sealSchema>;

/** Signs and checks the hash of a seal. */
export interface SealKey {
  sign(seal: Omit<Seal, 'signature'>): Promise<string>;
  verify(seal: Seal): Promise<boolean>;
}

/** The hash of an event. It leaves out the attributes of indexes, which a backfill may change. */
export function hashEvent({ pk, sk }: ItemKey, data: unknown): string {
  try {
    return sha256(canonicalJson({ pk, sk, data }));
  } catch {
    return UNHASHABLE; // Guard writes no such value; one from elsewhere must not block the stream
  }
}

/** This is never the hash of an intact event. */
export const UNHASHABLE = 'unhashable';

export function hashSeal(content: SealContent): string {
  return sha256(canonicalJson(contentSchema.parse(content)));
}

/** Seals outlast their events, which DynamoDB deletes some days late. */
const SEAL_OUTLASTS_SECONDS = 30 * 86_400;

/** Epoch seconds after which a seal may be missing, if it has a successor. It never expires before its predecessor. */
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
 * Signs with the key that encrypts secrets. The signature is the encrypted hash: authenticated encryption, bound to tenant,
 * number and hash, which only the sealing function may make. Unlike a key for signatures it costs nothing more each month,
 * and CloudTrail keeps the hash of each seal with the call.
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

/** The setting of a stage without copies of seals. */
export const NO_BUCKET = 'none';

/** The prefix of the object keys of seal copies. */
export const COPIES_PREFIX = 'audit/';
