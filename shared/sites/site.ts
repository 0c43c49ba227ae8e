import * as z from 'zod';
import { EXAMPLE_IDS, EXAMPLE_TIMES } from '../example-ids.ts';
import { changesOf, idField, nameField, textField, timestampField } from '../fields.ts';
import { pageOf } from '../lists/contract.ts';
import { tenantKey } from '../table/keys.ts';
import { defineKind } from '../table/kind.ts';

/** Intl also takes offsets such as +01:00, which are no names and know no summer time. */
const TIMEZONE_PATTERN = /^[A-Za-z][A-Za-z0-9_+/-]*$/;

/** An IANA time zone name, as this runtime's own data knows them. */
const timezoneField = z
  .string()
  .max(64)
  .refine(isTimezone, { error: 'must be an IANA time zone' })
  .meta({
    description: 'An IANA time zone name.',
    pattern: TIMEZONE_PATTERN.source,
    examples: ['Europe/Berlin'],
  });

const EXAMPLE = {
  name: 'Harbour Warehouse',
  address: 'Pier 4, 20457 Hamburg',
  timezone: 'Europe/Berlin',
};

/** What clients send to make a site. */
export const siteInputSchema = z
  .strictObject({
    name: nameField,
    address: textField(255).nullable().default(null),
    timezone: timezoneField.default('UTC'),
  })
  .meta({ id: 'SiteInput', examples: [EXAMPLE] });

export const siteChangesSchema = changesOf({
  name: nameField,
  address: textField(255).nullable(),
  timezone: timezoneField,
}).meta({ id: 'SiteChanges', examples: [{ name: 'Harbour Warehouse North' }] });

export const siteSchema = z
  .object({
    id: idField,
    tenant_id: idField,
    name: z.string(),
    address: z.string().nullable(),
    timezone: z.string(),
    created_at: timestampField,
    updated_at: timestampField,
  })
  .meta({
    id: 'Site',
    description: 'Premises that are guarded.',
    examples: [{ id: EXAMPLE_IDS.site, tenant_id: EXAMPLE_IDS.tenant, ...EXAMPLE, ...EXAMPLE_TIMES }],
  });

export const sitePageSchema = pageOf(siteSchema, 'SitePage');

export type Site = z.infer<typeof siteSchema>;

export const SITES = defineKind({
  name: 'SITE',
  schema: siteSchema,
  indexes: { scopes: ['platform', 'tenant'], divisions: [] },
  subject: ({ id, tenant_id }) => ({ tenant_id, site_id: id }),
  parent: ({ tenant_id }) => tenantKey(tenant_id),
  notEmpty: 'site_not_empty',
});

function isTimezone(name: string): boolean {
  if (!TIMEZONE_PATTERN.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
