import * as z from 'zod/mini';
import { emailField } from '../base/email-field.ts';
import {
  calledNumberField,
  changesOf,
  idField,
  nameField,
  textField,
  timestampField,
} from '../base/fields.ts';
import { EXAMPLE_IDS, EXAMPLE_TIMES } from '../base/ids.ts';
import { withMeta } from '../base/schema.ts';
import { defineKind } from '../table/kind.ts';

/** How many contacts a site may have. */
export const CONTACT_LIMIT = 30;

export const CONTACT_ROLES = ['keyholder', 'guard', 'owner', 'police', 'fire', 'other'] as const;

const contactRoleField = withMeta(z.enum(CONTACT_ROLES), { id: 'ContactRole' });

const phoneField = withMeta(calledNumberField, {
  description:
    '`+`, the code of the country, the number: stored without signs between the digits (E.164). Or a short number of 3 to 6 digits.',
  examples: ['+4940123456'],
});

const positionField = withMeta(z.int().check(z.minimum(1), z.maximum(CONTACT_LIMIT)), {
  description:
    'The place in the order in which to call, from 1. The contacts from there on move down; a place after the end is the end.',
});

const FIELDS = {
  name: nameField,
  role: contactRoleField,
  phone: phoneField,
  email: z.nullable(emailField),
  note: z.nullable(textField(1000)),
};

const EXAMPLE = { name: 'Karl Keyholder', role: 'keyholder', phone: '+4940123456' } as const;

/** The body that creates a contact. The path names the site, which can never change. */
export const contactInputSchema = withMeta(
  z.strictObject({
    ...FIELDS,
    email: z._default(FIELDS.email, null),
    note: z._default(FIELDS.note, null),
    position: withMeta(z.optional(positionField), { description: 'By default the end.' }),
  }),
  { id: 'ContactInput', examples: [EXAMPLE] },
);

export const contactChangesSchema = withMeta(changesOf({ ...FIELDS, position: positionField }), {
  id: 'ContactChanges',
  examples: [{ position: 1 }],
});

/** The stored fields of a contact. Its position is stored by the site. */
const storedContactSchema = z.object({
  id: idField,
  tenant_id: idField,
  site_id: idField,
  name: z.string(),
  role: contactRoleField,
  phone: z.string(),
  email: z.nullable(z.string()),
  note: z.nullable(z.string()),
  created_at: timestampField,
  updated_at: timestampField,
});

export const contactSchema = withMeta(z.extend(storedContactSchema, { position: z.int() }), {
  id: 'Contact',
  description: 'A person or an office to call about a site.',
  examples: [
    {
      id: EXAMPLE_IDS.contact,
      tenant_id: EXAMPLE_IDS.tenant,
      site_id: EXAMPLE_IDS.site,
      ...EXAMPLE,
      email: null,
      note: null,
      ...EXAMPLE_TIMES,
      position: 1,
    },
  ],
});

export const contactsSchema = withMeta(z.object({ data: z.array(contactSchema) }), { id: 'ContactList' });

export type StoredContact = z.infer<typeof storedContactSchema>;
export type Contact = z.infer<typeof contactSchema>;

export const CONTACTS = defineKind<StoredContact>({
  name: 'CONTACT',
  schema: storedContactSchema,
  indexes: { platform: ['all'] },
});

/** Adds the position among the contacts of the site to a contact. */
export function placed(contact: StoredContact, ids: readonly string[]): Contact {
  return { ...contact, position: ids.indexOf(contact.id) + 1 };
}
