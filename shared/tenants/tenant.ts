import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import { keepsSignedIn, readRequirement, type SecondFactorRequirement } from '../accounts/authentication.ts';
import { checkIfMatch, etagOf } from '../base/etag.ts';
import { idField, timestampField } from '../base/fields.ts';
import { EXAMPLE_IDS, EXAMPLE_TIMES } from '../base/ids.ts';
import { withMeta } from '../base/schema.ts';
import { remindersSchema, USUAL_REMINDERS } from '../base/severities.ts';
import { timezoneField } from '../base/timezone-field.ts';
import { COPIED_STATUS, TENANT_KIND, tenantKey } from '../table/keys.ts';
import { defineKind, type Stored } from '../table/kind.ts';

const TENANT_STATUSES = ['active', 'inactive'] as const;

export const tenantStatusField = withMeta(z.enum(TENANT_STATUSES), { id: 'TenantStatus' });

export const requestsPerMinuteField = withMeta(
  z.nullable(z.int().check(z.minimum(1), z.maximum(10_000_000))),
  {
    description:
      'The requests a minute that the tenant may make to each endpoint, if a platform admin has set a limit. The service may admit fewer. Null: the usual limit, which grows with the number of its people and keys.',
  },
);

export const timeZoneField = withMeta(z.nullable(timezoneField), {
  description:
    'The time zone in which the tenant counts its days: UTC, or an IANA time zone name with area and location. Null: UTC.',
  examples: ['Europe/Berlin'],
});

export const EXAMPLE = {
  name: 'Acme',
  status: 'active',
  requests_per_minute: null,
  time_zone: 'Europe/Berlin',
  reminders: { critical: 30, high: 120 },
};

export const tenantSchema = withMeta(
  z.object({
    id: idField,
    name: z.string(),
    status: tenantStatusField,
    requests_per_minute: requestsPerMinuteField,
    time_zone: withMeta(z.nullable(z.string()), {
      description: 'The time zone in which the tenant counts its days. Null: UTC.',
    }),
    reminders: remindersSchema,
    created_at: timestampField,
    updated_at: timestampField,
  }),
  {
    id: 'Tenant',
    description: 'A customer. No other tenant sees its data.',
    examples: [{ id: EXAMPLE_IDS.tenant, ...EXAMPLE, ...EXAMPLE_TIMES }],
  },
);

export type Tenant = z.infer<typeof tenantSchema>;

export interface StoredTenant extends Stored<Tenant> {
  /** The status that its copies show; `undefined` if it has no copies. */
  readonly copiedStatus: Tenant['status'] | undefined;
  readonly requiresSecondFactor: SecondFactorRequirement;
  readonly keepsSignedIn: boolean;
}

const copiedStatusSchema = z.optional(z.enum(TENANT_STATUSES));

export const TENANTS = defineKind<Tenant, StoredTenant>({
  name: TENANT_KIND,
  schema: tenantSchema,
  // What a tenant has not set is not stored: tenants of before have none of it.
  store: ({ time_zone, reminders, ...tenant }) => ({
    ...tenant,
    ...(time_zone === null ? {} : { time_zone }),
    ...(isDeepStrictEqual(reminders, USUAL_REMINDERS) ? {} : { reminders }),
  }),
  load: (data) => ({ time_zone: null, reminders: USUAL_REMINDERS, ...data }),
  indexes: { platform: ['all', 'status'] },
  facets: ({ status }) => ({ status }),
  subject: ({ id }) => ({ tenant_id: id }),
  key: tenantKey,
  notEmpty: 'tenant_not_empty',
  read: (item, stored) => ({
    ...stored,
    copiedStatus: copiedStatusSchema.parse(item[COPIED_STATUS]),
    requiresSecondFactor: readRequirement(item),
    keepsSignedIn: keepsSignedIn(item),
  }),
});

/**
 * Throws `precondition_failed` unless If-Match names the tenant. The client may have read the tenant with or without its
 * limits.
 */
export function checkTenantMatch(ifMatch: string | undefined, tenant: Tenant): void {
  const isOfLimited = (ifMatch ?? '').split(',').some((it) => it.trim().length > etagOf(tenant).length);
  checkIfMatch(ifMatch, isOfLimited ? { ...tenant, request_limits: {} } : tenant);
}
