import * as z from 'zod/mini';
import { idField, textField, timestampField } from '../base/fields.ts';
import { EXAMPLE_IDS } from '../base/ids.ts';
import { withMeta } from '../base/schema.ts';
import { epochSecondsAfterDays } from '../base/time.ts';
import { createEntity } from '../table/change-entity.ts';
import type { GuardedWrite } from '../table/commit.ts';
import { TTL_ATTRIBUTE } from '../table/definition.ts';
import { tenantKey } from '../table/keys.ts';
import { defineKind } from '../table/kind.ts';
import type { Table } from '../table/table.ts';
import { requireItem } from '../table/writes.ts';

const NOTE_LENGTH = 2_000;

/** A handover is read for at most a week, and a note may hold names of people. */
const KEPT_DAYS = 8;

export const handoverNoteInputSchema = withMeta(
  z.strictObject({
    text: textField(NOTE_LENGTH),
    site_id: withMeta(z.optional(z.nullable(idField)), {
      description:
        'The site that it is about: only who sees this site reads it. Without one, everybody of the tenant who reads the handover does.',
    }),
  }),
  {
    id: 'HandoverNoteInput',
    examples: [{ text: 'The keyholder is away until Monday: call the deputy', site_id: EXAMPLE_IDS.site }],
  },
);

export const handoverNoteSchema = withMeta(
  z.object({
    id: idField,
    tenant_id: idField,
    site_id: z.nullable(idField),
    site_name: withMeta(z.nullable(z.string()), { description: 'The name of the site, at that time.' }),
    text: z.string(),
    by: z.object({ id: idField, name: z.string() }),
    at: timestampField,
  }),
  {
    id: 'HandoverNote',
    description: 'What a shift leaves to the next one.',
    examples: [
      {
        id: EXAMPLE_IDS.entry,
        tenant_id: EXAMPLE_IDS.tenant,
        site_id: EXAMPLE_IDS.site,
        site_name: 'Harbour Warehouse',
        text: 'The keyholder is away until Monday: call the deputy',
        by: { id: EXAMPLE_IDS.user, name: 'Olga Operator' },
        at: '2026-11-20T06:55:00.000+00:00',
      },
    ],
  },
);

export type HandoverNote = z.infer<typeof handoverNoteSchema>;

export const HANDOVER_NOTES = defineKind<HandoverNote>({
  name: 'HANDOVER_NOTE',
  schema: handoverNoteSchema,
  indexes: { tenant: [] },
  subject: ({ tenant_id, site_id }) => ({
    tenant_id,
    ...(site_id === null ? { of_tenant: true as const } : { site_id }),
  }),
});

/** Stores a note, with other writes in the same transaction. Throws `not_found` if the tenant does not exist. */
export function addHandoverNote(
  table: Table,
  note: HandoverNote,
  alongside: readonly GuardedWrite[] = [],
): Promise<HandoverNote> {
  const item = {
    ...HANDOVER_NOTES.item(note),
    [TTL_ATTRIBUTE]: epochSecondsAfterDays(note.at, KEPT_DAYS),
  };
  const ofTenant = requireItem(table, tenantKey(note.tenant_id), 'not_found');
  return createEntity(table, HANDOVER_NOTES, note, [ofTenant, ...alongside], item);
}
