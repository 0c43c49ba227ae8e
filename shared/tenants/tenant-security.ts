import * as z from 'zod/mini';
import { requiredFrom } from '../accounts/authentication.ts';
import { ApiError } from '../base/errors.ts';
import { checkIfMatch } from '../base/etag.ts';
import { timestampField, timestampInput } from '../base/fields.ts';
import { withMeta } from '../base/schema.ts';
import { auditWrites } from '../table/audit-writes.ts';
import { changeItem } from '../table/change-item.ts';
import { decideAndWrite } from '../table/decide-and-write.ts';
import { KEEPS_SIGNED_IN, REQUIRES_SECOND_FACTOR, tenantKey } from '../table/keys.ts';
import { getItem } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { tenantItem, writeCopies } from './change-tenants.ts';
import { type StoredTenant, TENANTS } from './tenant.ts';

/** Reads by which factors people of a tenant must sign in. Throws `not_found` if the tenant does not exist. */
export async function getTenantSecurity(table: Table, tenantId: string): Promise<Security> {
  const stored = await load(table, tenantId);
  if (!stored) throw new ApiError('not_found');
  return securityOf(stored);
}

/**
 * Sets by which factors people of a tenant must sign in, if the setting matches If-Match. It also writes this to the copies
 * of the tenant's status, which authentication reads. It takes effect at the next request of every session.
 */
export async function setTenantSecurity(
  table: Table,
  tenantId: string,
  given: SecurityInput,
  ifMatch: string | undefined,
): Promise<Security> {
  const reload = () => load(table, tenantId);
  return decideAndWrite(table, await reload(), reload, (stored, writeId) => {
    checkIfMatch(ifMatch, securityOf(stored));
    const { entity, version, copiedStatus } = stored;
    const { keep_signed_in = securityOf(stored).keep_signed_in } = given;
    const security = { ...given, keep_signed_in };
    const { second_factor: factor, second_factor_required_from: from } = security;
    const requiresSecondFactor = factor === 'required' ? (from ?? true) : false;
    const withName = { id: tenantId, name: entity.name };
    const item = tenantItem(entity, copiedStatus);
    const before = {
      ...item,
      [REQUIRES_SECOND_FACTOR]: stored.requiresSecondFactor,
      [KEEPS_SIGNED_IN]: stored.keepsSignedIn,
    };
    const after = {
      ...item,
      [REQUIRES_SECOND_FACTOR]: requiresSecondFactor,
      [KEEPS_SIGNED_IN]: keep_signed_in === 'allowed',
    };
    const writes = [
      changeItem(table, before, after, { version, writeId }),
      ...auditWrites(table, TENANTS, { ...withName, ...securityOf(stored) }, { ...withName, ...security }),
      ...(copiedStatus
        ? writeCopies(table, { ...entity, status: copiedStatus }, { requiresSecondFactor })
        : []),
    ];
    return { writes, result: security };
  });
}

async function load(table: Table, tenantId: string): Promise<StoredTenant | undefined> {
  const item = await getItem(table, tenantKey(tenantId));
  return item && TENANTS.read(item);
}

const securityOf = ({ requiresSecondFactor, keepsSignedIn }: StoredTenant): Security => ({
  second_factor: requiresSecondFactor === false ? 'optional' : 'required',
  second_factor_required_from: requiredFrom(requiresSecondFactor),
  keep_signed_in: keepsSignedIn ? 'allowed' : 'off',
});

const secondFactorField = withMeta(z.enum(['optional', 'required']), {
  description: 'Whether those who sign in with a password need a second factor.',
});
const EXAMPLE = {
  second_factor: 'required',
  second_factor_required_from: '2026-12-01T08:00:00.000+00:00',
  keep_signed_in: 'allowed',
};
const keepSignedInField = withMeta(z.enum(['allowed', 'off']), {
  description:
    'Whether people may stay signed in to the console on their devices after they close it, until the session ends. Off: who does is asked to sign in when they open it again.',
});

/** A date without a requirement would silently mean nothing. */
const isForRequired = z.refine<{
  second_factor: string;
  second_factor_required_from?: string | null | undefined;
}>(({ second_factor, second_factor_required_from: from }) => from == null || second_factor === 'required', {
  path: ['second_factor_required_from'],
  error: 'is only for a required second factor',
});

export const securityInputSchema = withMeta(
  z
    .strictObject({
      second_factor: secondFactorField,
      second_factor_required_from: withMeta(z._default(z.nullable(timestampInput), null), {
        description:
          'When the requirement begins. From then on, those without a second factor set it up when they sign in. Earlier sessions go on for a day. Null: at once, for all sessions.',
      }),
      keep_signed_in: withMeta(z.optional(keepSignedInField), {
        description: 'As in the answer. Missing: as before.',
      }),
    })
    .check(isForRequired),
  { id: 'SecurityInput', examples: [EXAMPLE] },
);

export const securitySchema = withMeta(
  z.object({
    second_factor: secondFactorField,
    second_factor_required_from: withMeta(z.nullable(timestampField), {
      description: 'When the requirement begins or began, if it was given a time.',
    }),
    keep_signed_in: keepSignedInField,
  }),
  { id: 'Security', examples: [EXAMPLE] },
);

type Security = z.infer<typeof securitySchema>;
type SecurityInput = z.infer<typeof securityInputSchema>;
