import * as z from 'zod/mini';
import { EXAMPLE_PASSWORD, masterInputSchema } from '../accounts/user-contract.ts';
import { changesOf, nameField } from '../base/fields.ts';
import { EXAMPLE_IDS, EXAMPLE_TIMES } from '../base/ids.ts';
import { withMeta } from '../base/schema.ts';
import { remindersInputSchema, USUAL_REMINDERS } from '../base/severities.ts';
import { pageOf } from '../table/list-contract.ts';
import { EXAMPLE, requestsPerMinuteField, tenantSchema, tenantStatusField, timeZoneField } from './tenant.ts';

/**
 * The request and response bodies of the routes of tenants. They are apart from the kind, because the functions of other
 * routes import the kind, too.
 */

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

export type LimitedTenant = z.infer<typeof limitedTenantSchema>;
