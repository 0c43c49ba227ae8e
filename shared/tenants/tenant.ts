import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import { keepsSignedIn, readRequirement, type SecondFactorRequirement } from '../accounts/authentication.ts';
import { EXAMPLE_PASSWORD, masterInputSchema } from '../accounts/user.ts';
import { checkIfMatch, etagOf } from '../base/etag.ts';
import { changesOf, idField, nameField, timestampField } from '../base/fields.ts';
import { EXAMPLE_IDS, EXAMPLE_TIMES } from '../base/ids.ts';
import { withMeta } from '../base/schema.ts';
import { remindersInputSchema, remindersSchema, USUAL_REMINDERS } from '../base/severities.ts';
import { timezoneField } from '../base/timezone-field.ts';
import { COPIED_STATUS, TENANT_KIND, tenantKey } from '../table/keys.ts';
import { defineKind, type Stored } from '../table/kind.ts';
import { pageOf } from '../table/list-contract.ts';

const TENANT_STATUSES = ['active', 'inactive'] as const;

const tenantStatusField = withMeta(z.enum(TENANT_STATUSES), { id: 'TenantStatus' });

const requestsPerMinuteField = withMeta(z.nullable(z.int().check(z.minimum(1), z.maximum(10_000_000))), {
  description:
    'The requests a minute that the tenant may make to each endpoint, if a platform admin has set a limit. The service may admit fewer. Null: the usual limit, which grows with the number of its people and keys.',
});

const timeZoneField = withMeta(z.nullable(timezoneField), {
  description:
    'The time zone in which the tenant counts its days: UTC, or an IANA time zone name with area and location. Null: UTC.',
  examples: ['Europe/Berlin'],
});

const EXAMPLE = {
  name: 'Acme',
  status: 'active',
  requests_per_minute: null,
  time_zone: 'Europe/Berlin',
  reminders: { critical: 30, high: 120 },
};
const EXAMPLE_MASTER = { name: 'Mia Master', email: 'mia@acme.test', password: EXAMPLE_PASSWORD };

/** The body that creates a tenant, and its first master if one is given. */
export const tenantInputSchema = withMeta(
  z.strictObject({
    name: nameField,
    status: z._default(tenantStatusField, 'active'),
    requests_per_minute: z._default(requestsPerMinuteField, null),
    time_zone: z._default(timeZoneField, null),
    reminders: z._default(remindersInputSchema, USUAL_REMINDERS),
    master: z.optional(masterInputSchema),
  }),
  { id: 'TenantInput', examples: [{ ...EXAMPLE, master: EXAMPLE_MASTER }] },
);

export const tenantChangesSchema = withMeta(
  changesOf({
    name: nameField,
    status: tenantStatusField,
    requests_per_minute: requestsPerMinuteField,
    time_zone: timeZoneField,
    reminders: remindersInputSchema,
  }),
  {
    id: 'TenantChanges',
    description: 'Only platform admins change more than the time zone and the reminders.',
    examples: [{ status: 'inactive' }, { requests_per_minute: 5_000 }, { time_zone: 'Europe/Berlin' }],
  },
);

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

/** How many requests per minute a tenant may send to each endpoint, by the kind of request. */
const requestLimitsSchema = withMeta(
  z.object({
    polled: withMeta(z.int(), { description: 'Each list of alerts, and their summary.' }),
    report: withMeta(z.int(), { description: 'Reports.' }),
    auth: withMeta(z.int(), { description: 'Refresh and logout.' }),
    start: withMeta(z.int(), { description: 'Each endpoint that screens call when they open.' }),
    alert: withMeta(z.int(), { description: 'Each other endpoint of alerts.' }),
    other: withMeta(z.int(), { description: 'Each other endpoint.' }),
  }),
  {
    id: 'RequestLimits',
    description: 'The requests a minute that the tenant may make to each endpoint now.',
  },
);

const EXAMPLE_LIMITS = {
  polled: 30_000,
  report: 30_000,
  auth: 3_000,
  start: 2_000,
  alert: 1_500,
  other: 400,
};

/** A tenant with its request limits. They depend on the number of its people and API keys. */
export const limitedTenantSchema = withMeta(z.extend(tenantSchema, { request_limits: requestLimitsSchema }), {
  id: 'LimitedTenant',
  description: 'A customer, with the limits of its requests.',
  examples: [{ id: EXAMPLE_IDS.tenant, ...EXAMPLE, ...EXAMPLE_TIMES, request_limits: EXAMPLE_LIMITS }],
});

export const tenantPageSchema = pageOf(tenantSchema, 'TenantPage');

export type Tenant = z.infer<typeof tenantSchema>;
export type LimitedTenant = z.infer<typeof limitedTenantSchema>;

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
