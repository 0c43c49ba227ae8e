import * as z from 'zod';
import { changesOf, idField, nameField, textField, timestampField } from '../fields.ts';

/** An IANA time zone name, as this runtime's own data knows them. */
const timezoneField = z.string().max(64).refine(isTimezone, { error: 'must be an IANA time zone' });

/** What clients send to make a site. */
export const newSiteSchema = z.strictObject({
  name: nameField,
  address: textField(255).nullable().default(null),
  timezone: timezoneField.default('UTC'),
});

export const siteChangesSchema = changesOf({
  name: nameField,
  address: textField(255).nullable(),
  timezone: timezoneField,
});

export const siteSchema = z.object({
  id: idField,
  tenant_id: idField,
  name: z.string(),
  address: z.string().nullable(),
  timezone: z.string(),
  created_at: timestampField,
  updated_at: timestampField,
});

export type Site = z.infer<typeof siteSchema>;

function isTimezone(name: string): boolean {
  // Intl also takes offsets such as +01:00, which are no names and know no summer time.
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
