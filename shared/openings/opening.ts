import * as z from 'zod/mini';
import { recordedActorSchema } from '../base/actor.ts';
import { idField, timestampField } from '../base/fields.ts';
import { EXAMPLE_IDS } from '../base/ids.ts';
import type { EventTexts } from '../base/references.ts';
import { withMeta } from '../base/schema.ts';
import { epochSecondsAfterDays } from '../base/time.ts';
import { TTL_ATTRIBUTE } from '../table/definition.ts';
import { defineKind } from '../table/kind.ts';
import { pageOf } from '../table/list-contract.ts';

/** For how many days openings and closings are kept: 13 months. */
const KEPT_DAYS = 397;

/** What a report says about an area: it was opened, closed, or closed with people inside. */
export const OPENING_STATES = ['open', 'closed', 'partial'] as const;

export const partitionField = withMeta(z.nullable(z.string()), {
  description: 'The area, as its panel names it; null: the whole site, or all areas of the device.',
});

/** Who opened or closed, as the panel or the report says. */
export const userFields = {
  user_number: withMeta(z.nullable(z.string()), { description: 'The number of the user at the panel.' }),
  user_name: withMeta(z.nullable(z.string()), {
    description: 'The name of the user, if the `users` of the panel have it.',
  }),
  device_id: z.nullable(idField),
  device_name: z.nullable(z.string()),
};

export const openingSchema = withMeta(
  z.object({
    id: idField,
    tenant_id: idField,
    site_id: idField,
    action: withMeta(z.enum(['opened', 'closed']), { id: 'OpeningAction' }),
    state: withMeta(z.enum(OPENING_STATES), {
      id: 'OpeningState',
      description: '`partial`: closed with people inside, so that only a part is guarded.',
    }),
    partition: partitionField,
    ...userFields,
    actor: recordedActorSchema,
    at: withMeta(z.clone(timestampField), { description: 'When it happened.' }),
    received_at: withMeta(z.clone(timestampField), { description: 'When Guard learned of it.' }),
  }),
  {
    id: 'Opening',
    description: 'An opening or closing of a site, or of an area of it.',
    examples: [
      {
        id: EXAMPLE_IDS.entry,
        tenant_id: EXAMPLE_IDS.tenant,
        site_id: EXAMPLE_IDS.site,
        action: 'closed',
        state: 'closed',
        partition: '1',
        user_number: '7',
        user_name: 'Sven Seller',
        device_id: EXAMPLE_IDS.device,
        device_name: 'Alarm panel',
        actor: { kind: 'key', id: null, name: 'Alarm panel' },
        at: '2026-11-20T20:04:10.000+00:00',
        received_at: '2026-11-20T20:04:11.320+00:00',
      },
    ],
  },
);

export type Opening = z.infer<typeof openingSchema>;

export const openingPageSchema = pageOf(openingSchema, 'OpeningPage');

/** The actions that webhooks receive as events, `site.<action>`. */
export const OPENING_EVENT_TEXTS = {
  opened: {
    en: 'A site or an area of it was opened',
    pt: 'Um local, ou uma área dele, foi aberto',
    es: 'Se abrió un sitio o una zona de él',
    de: 'Ein Objekt oder ein Bereich davon wurde geöffnet',
  },
  closed: {
    en: 'A site or an area of it was closed',
    pt: 'Um local, ou uma área dele, foi fechado',
    es: 'Se cerró un sitio o una zona de él',
    de: 'Ein Objekt oder ein Bereich davon wurde geschlossen',
  },
} satisfies EventTexts<Opening['action']>;

/** The openings and closings of sites. No index contains them. Live messages and webhook events are published from them. */
export const OPENINGS = defineKind<Opening>({
  name: 'OPENING',
  schema: openingSchema,
  under: ({ site_id }) => site_id,
});

/** The item of an opening, which expires by itself. */
export function openingItem(opening: Opening) {
  return {
    ...OPENINGS.item(opening),
    [TTL_ATTRIBUTE]: epochSecondsAfterDays(opening.received_at, KEPT_DAYS),
  };
}
