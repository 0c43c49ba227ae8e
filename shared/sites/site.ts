import * as z from 'zod/mini';
import { isPermitted } from '../base/access.ts';
import { type Caller, isKey } from '../base/actor.ts';
import { changesOf, idField, nameField, textField, timestampField } from '../base/fields.ts';
import { EXAMPLE_IDS, EXAMPLE_TIMES } from '../base/ids.ts';
import { withMeta } from '../base/schema.ts';
import { escalationInputSchema, escalationSchema } from '../base/severities.ts';
import { timezoneField } from '../base/timezone-field.ts';
import { siteOpeningsSchema } from '../openings/site-state.ts';
import { tenantKey } from '../table/keys.ts';
import { defineKind, type Stored } from '../table/kind.ts';
import { pageOf } from '../table/list-contract.ts';
import { type ListedSupervision, readListedSupervisions } from './listed-supervision.ts';
import { type ListedTest, readListedTests, readTestUses, type TestUse } from './listed-test.ts';

const ESCALATION_DESCRIPTION =
  "When alerts of the site escalate, instead of the tenant's escalation. `{}` means never; null uses the tenant's.";

const escalationField = withMeta(z.nullable(escalationInputSchema), {
  description: `${ESCALATION_DESCRIPTION} Tenant masters and platform admins set it.`,
});

const instructionsField = withMeta(z.nullable(textField(4000)), {
  description: 'What a person does when an alert is raised there. Line breaks are kept.',
});

const EXAMPLE = {
  name: 'Harbour Warehouse',
  address: 'Pier 4, 20457 Hamburg',
  timezone: 'Europe/Berlin',
};

export const siteInputSchema = withMeta(
  z.strictObject({
    name: nameField,
    address: z._default(z.nullable(textField(255)), null),
    timezone: z._default(timezoneField, 'UTC'),
    escalation: z._default(escalationField, null),
    instructions: z._default(instructionsField, null),
  }),
  { id: 'SiteInput', examples: [EXAMPLE] },
);

export const siteChangesSchema = withMeta(
  changesOf({
    name: nameField,
    address: z.nullable(textField(255)),
    timezone: timezoneField,
    escalation: escalationField,
    instructions: instructionsField,
  }),
  { id: 'SiteChanges', examples: [{ name: 'Harbour Warehouse North' }] },
);

export const siteSchema = withMeta(
  z.object({
    id: idField,
    tenant_id: idField,
    name: z.string(),
    address: z.nullable(z.string()),
    timezone: z.string(),
    escalation: withMeta(z.nullable(escalationSchema), { description: ESCALATION_DESCRIPTION }),
    instructions: z.nullable(z.string()),
    openings: withMeta(z.optional(siteOpeningsSchema), {
      description: 'Whether it is open. Only in the answer for one site.',
    }),
    created_at: timestampField,
    updated_at: timestampField,
  }),
  {
    id: 'Site',
    description: 'Guarded premises.',
    examples: [
      {
        id: EXAMPLE_IDS.site,
        tenant_id: EXAMPLE_IDS.tenant,
        ...EXAMPLE,
        escalation: null,
        instructions: null,
        ...EXAMPLE_TIMES,
      },
    ],
  },
);

export const sitePageSchema = pageOf(siteSchema, 'SitePage');

export type Site = z.infer<typeof siteSchema>;

/** Makes a site. Fields that the input lacks get their defaults. */
export function newSite(
  input: z.input<typeof siteInputSchema>,
  { id, tenantId, at }: { readonly id: string; readonly tenantId: string; readonly at: string },
): Site {
  return { id, tenant_id: tenantId, ...siteInputSchema.parse(input), created_at: at, updated_at: at };
}

/** The attribute with the ids of a site's contacts, in their order. It is outside `data`. */
export const CONTACT_IDS = 'contact_ids';

export interface StoredSite extends Stored<Site> {
  readonly contactIds: readonly string[];
  readonly tests: readonly ListedTest[];
  readonly testUses: readonly TestUse[];
  readonly supervisions: readonly ListedSupervision[];
}

const contactIdsSchema = z._default(z.array(z.string()), []);

export const SITES = defineKind<Site, StoredSite>({
  name: 'SITE',
  schema: siteSchema,
  // Null values of these fields are not stored.
  store: ({ escalation, instructions, ...site }) => ({
    ...site,
    ...(escalation === null ? {} : { escalation }),
    ...(instructions === null ? {} : { instructions }),
  }),
  load: (data) => ({ escalation: null, instructions: null, ...data }),
  read: (item, stored) => ({
    ...stored,
    contactIds: contactIdsSchema.parse(item[CONTACT_IDS]),
    tests: readListedTests(item),
    testUses: readTestUses(item),
    supervisions: readListedSupervisions(item),
  }),
  indexes: { platform: ['all'], tenant: [] },
  subject: ({ id, tenant_id }) => ({ tenant_id, site_id: id }),
  parent: ({ tenant_id }) => tenantKey(tenant_id),
  notEmpty: 'site_not_empty',
});

/** A site as a caller may read it: viewers and API keys do not see its instructions. */
export function siteFor(caller: Caller, site: Site): Site {
  const mayRead = !isKey(caller) && isPermitted(caller.role, 'sites:read_instructions');
  return mayRead ? site : { ...site, instructions: null };
}
