import * as z from 'zod/mini';
import type { SecretOwner } from '../secrets/secret-key.ts';
import type { Account, User } from '../users/user.ts';

/**
 * The second factor of a user is in attributes of the user's item, outside `data`. So no index and no response contains
 * them, sign-in reads them with the password, and they are deleted with the user.
 */
const factorSchema = z.object({
  /** The encrypted secret. */
  secret: z.string(),
  /**
   * The time step of the last accepted code. A code of this step or of an earlier one is refused, because it may have been
   * used.
   */
  last_step: z.int(),
  /** The hashes of the unused recovery codes, by a name. */
  recovery: z.record(z.string(), z.string()),
});

export type Factor = z.infer<typeof factorSchema>;

/** A factor without its first code. */
const pendingFactorSchema = z.object({ secret: z.string(), expires_at: z.string() });

export type PendingFactor = z.infer<typeof pendingFactorSchema>;

export const readFactor = ({ factor }: Pick<Account, 'factor'>): Factor | undefined =>
  z.optional(factorSchema).parse(factor);

export const readPendingFactor = ({ pendingFactor }: Account): PendingFactor | undefined =>
  z.optional(pendingFactorSchema).parse(pendingFactor);

/** The attributes of the user's item. */
export const factorAttributes = (factors: { factor?: unknown; pendingFactor?: unknown }) => ({
  ...(factors.factor ? { totp: factors.factor } : {}),
  ...(factors.pendingFactor ? { pending_totp: factors.pendingFactor } : {}),
});

export const factorOwner = ({ id, tenant_id }: Pick<User, 'id' | 'tenant_id'>): SecretOwner => ({
  purpose: 'totp',
  tenant_id,
  id,
});
