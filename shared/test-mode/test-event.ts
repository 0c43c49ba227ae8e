import * as z from 'zod/mini';
import { recordedActorSchema } from '../base/actor.ts';
import { idField, timestampField } from '../base/fields.ts';
import type { EventTexts } from '../base/references.ts';
import { defineKind } from '../table/kind.ts';
import { siteTestSchema } from './site-test.ts';

const TEST_EVENT_ACTIONS = ['started', 'changed', 'ending', 'ended'] as const;

/**
 * A change of a test, with the state of the test after it. Webhook events and notifications are published from these entries.
 */
const testEventSchema = z.object({
  id: idField,
  test_id: idField,
  tenant_id: idField,
  site_id: idField,
  action: z.enum(TEST_EVENT_ACTIONS),
  actor: recordedActorSchema,
  at: timestampField,
  test: siteTestSchema,
});

export type TestEventAction = (typeof TEST_EVENT_ACTIONS)[number];

/** The actions that webhooks receive as events, `test.<action>`. */
export const TEST_EVENT_TEXTS = {
  started: {
    en: 'A site was put on test',
    pt: 'Um local foi posto em teste',
    es: 'Un sitio se puso en prueba',
    de: 'Ein Objekt wurde in den Test genommen',
  },
  ending: {
    en: 'A test ends in 10 minutes',
    pt: 'Um teste termina dentro de 10 minutos',
    es: 'Una prueba termina en 10 minutos',
    de: 'Ein Test endet in 10 Minuten',
  },
  ended: {
    en: 'A test ended',
    pt: 'Um teste terminou',
    es: 'Una prueba terminó',
    de: 'Ein Test endete',
  },
} satisfies EventTexts<TestEventAction>;

/** The entries about changes of tests. No index contains them. */
export const TEST_EVENTS = defineKind({
  name: 'TEST_HISTORY',
  schema: testEventSchema,
  under: ({ test_id }) => test_id,
});
