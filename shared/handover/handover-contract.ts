import * as z from 'zod/mini';
import { alertSchema } from '../alerts/alert.ts';
import { idField, ownTenantQuery, timestampField, timestampInput } from '../base/fields.ts';
import { EXAMPLE_IDS } from '../base/ids.ts';
import { withMeta } from '../base/schema.ts';
import { kindField } from '../supervisions/kinds.ts';
import { handoverNoteSchema } from './handover-note.ts';

/** The most entries of each list. */
export const MOST_LISTED = 100;

/** How far a handover looks back: a shift by default, a week at most. */
export const USUAL_HOURS = 12;
export const MOST_DAYS = 7;

export const handoverQuery = z.extend(ownTenantQuery, {
  since: withMeta(z.optional(timestampInput), {
    description: `Since when notes are read: at most ${MOST_DAYS} days ago. By default, of the last ${USUAL_HOURS} hours.`,
  }),
});

const listOf = <S extends z.ZodMiniType>(item: S, description: string) =>
  withMeta(
    z.object({
      data: withMeta(z.array(item), { description: `At most ${MOST_LISTED}.` }),
      capped: withMeta(z.boolean(), { description: 'Whether there are more.' }),
    }),
    { description },
  );

const place = {
  site_id: idField,
  site_name: withMeta(z.nullable(z.string()), { description: 'Null if the site was deleted.' }),
};

const testSchema = z.object({
  test_id: idField,
  ...place,
  ends_at: timestampField,
  reason: z.string(),
});

const extendedSchema = z.object({
  supervision_id: idField,
  name: z.string(),
  kind: kindField,
  ...place,
  until: timestampField,
  note: z.string(),
  by: z.object({ id: idField, name: z.string() }),
});

const silentSchema = z.object({
  device_id: idField,
  name: z.string(),
  type: z.string(),
  ...place,
  last_seen_at: withMeta(z.nullable(timestampField), {
    description: 'The last sign of life before it fell silent; null if it was never heard.',
  }),
});

const takenSchema = z.object({
  user_id: idField,
  name: withMeta(z.nullable(z.string()), { description: 'The name, when the user acknowledged an alert.' }),
  alerts: withMeta(z.int(), { description: 'How many open alerts the user has, parked ones included.' }),
  critical: withMeta(z.int(), { description: 'How many of these are critical.' }),
});

export const handoverSchema = withMeta(
  z.object({
    tenant_name: z.string(),
    at: timestampField,
    since: timestampField,
    open: listOf(
      alertSchema,
      'The open alerts that are not parked: unacknowledged ones first, then by severity, then the oldest.',
    ),
    parked: listOf(alertSchema, 'The parked alerts, the one that comes back next first.'),
    taken: listOf(takenSchema, 'Who has open alerts, the one with the most first.'),
    on_test: listOf(testSchema, 'What is on test, the test that ends next first.'),
    extended: listOf(extendedSchema, 'The supervisions whose deadline somebody has moved, the next first.'),
    silent: listOf(silentSchema, 'The watched devices and panels that are offline, the newest first.'),
    notes: listOf(handoverNoteSchema, 'The notes since `since`, newest first.'),
  }),
  {
    id: 'Handover',
    description: 'What a shift hands to the next one, within the scope of the caller.',
    examples: [
      {
        tenant_name: 'Acme Security',
        at: '2026-11-20T07:00:00.000+00:00',
        since: '2026-11-19T19:00:00.000+00:00',
        open: { data: [], capped: false },
        parked: { data: [], capped: false },
        taken: {
          data: [{ user_id: EXAMPLE_IDS.user, name: 'Olga Operator', alerts: 2, critical: 0 }],
          capped: false,
        },
        on_test: {
          data: [
            {
              test_id: EXAMPLE_IDS.test,
              site_id: EXAMPLE_IDS.site,
              site_name: 'Harbour Warehouse',
              ends_at: '2026-11-20T13:00:00.000+00:00',
              reason: 'Yearly maintenance',
            },
          ],
          capped: false,
        },
        extended: { data: [], capped: false },
        silent: { data: [], capped: false },
        notes: { data: [], capped: false },
      },
    ],
  },
);

export type Handover = z.infer<typeof handoverSchema>;
