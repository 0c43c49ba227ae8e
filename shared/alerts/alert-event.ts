import * as z from 'zod/mini';
import { recordedActorSchema } from '../base/actor.ts';
import { idField, timestampField } from '../base/fields.ts';
import { EXAMPLE_IDS } from '../base/ids.ts';
import type { EventTexts } from '../base/references.ts';
import { withMeta } from '../base/schema.ts';
import { alertSeverityField } from '../base/severities.ts';
import { defineKind } from '../table/kind.ts';
import { pageOf } from '../table/list-contract.ts';
import { STEP_OUTCOMES } from './pinned-plan.ts';
import { warningsField } from './warning.ts';

const ALERT_EVENT_ACTIONS = [
  'raised',
  'reoccurred',
  'severity_raised',
  'reactivated',
  'reminded',
  'restored',
  'cancelled',
  'acknowledged',
  'taken_over',
  'parked',
  'unparked',
  'noted',
  'escalated',
  'resolved',
  'reopened',
  'plan_step',
  'pictured',
] as const;

export const stepOutcomeField = withMeta(z.enum(STEP_OUTCOMES), { id: 'StepOutcome' });

/** An entry of an alert's history (docs/api-contract.md, "History"). */
export const alertEventSchema = withMeta(
  z.object({
    id: idField,
    alert_id: idField,
    tenant_id: idField,
    action: withMeta(z.enum(ALERT_EVENT_ACTIONS), { id: 'AlertEventAction' }),
    actor: recordedActorSchema,
    note: z.nullable(z.string()),
    at: timestampField,
    severity: withMeta(z.optional(alertSeverityField), {
      description:
        'For `raised`, `severity_raised` and `reactivated`: the severity of the alert after the report.',
    }),
    former_severity: withMeta(z.optional(alertSeverityField), {
      description: 'For `severity_raised`: the severity before.',
    }),
    type: withMeta(z.optional(z.string()), {
      description: 'For `raised`, `severity_raised` and `reactivated`: the type of the report.',
      examples: ['fire'],
    }),
    metadata: withMeta(z.optional(z.record(z.string(), z.string())), {
      description:
        'For `severity_raised` and `reactivated`: the metadata of the report. Its `note` is the message of the report.',
    }),
    acknowledged_by: withMeta(z.optional(z.object({ id: idField, name: z.nullable(z.string()) })), {
      description: 'For `reactivated`, `reminded` and `taken_over`: who had acknowledged the alert before.',
    }),
    until: withMeta(z.optional(timestampField), {
      description: 'For `parked`: when the alert comes back by itself. Its `note` is the reason.',
    }),
    level: withMeta(z.optional(z.int()), {
      description: 'For `escalated`: the escalation level that was reached.',
    }),
    step: withMeta(z.optional(z.string()), {
      description: 'For `plan_step`: the key of the step of the action plan.',
    }),
    outcome: withMeta(z.optional(stepOutcomeField), {
      description: 'For `plan_step`: what came of the step.',
    }),
    picture_id: withMeta(z.optional(idField), {
      description: 'For `pictured`: the picture that was added. Its `note` is the caption.',
    }),
    overrides_plan: withMeta(z.optional(z.literal(true)), {
      description: 'For `resolved`: required steps of the action plan had no outcome.',
    }),
    warnings: warningsField,
  }),
  {
    id: 'AlertEvent',
    description: 'An action on an alert, with its actor and time.',
    examples: [
      {
        id: EXAMPLE_IDS.entry,
        alert_id: EXAMPLE_IDS.alert,
        tenant_id: EXAMPLE_IDS.tenant,
        action: 'acknowledged',
        actor: { kind: 'user', id: EXAMPLE_IDS.user, name: 'Olga Operator' },
        note: 'On my way',
        at: '2026-11-20T12:01:05.000+00:00',
      },
    ],
  },
);

export const alertEventPageSchema = pageOf(alertEventSchema, 'AlertEventPage');

export type AlertEvent = z.infer<typeof alertEventSchema>;
export type AlertEventAction = AlertEvent['action'];

/** The actions that webhooks receive as events, `alert.<action>`. */
export const ALERT_EVENT_TEXTS = {
  raised: {
    en: 'An alert was raised',
    pt: 'Um alerta foi gerado',
    es: 'Se generó una alerta',
    de: 'Ein Alarm wurde ausgelöst',
  },
  severity_raised: {
    en: 'The severity of an open alert rose',
    pt: 'A gravidade de um alerta aberto aumentou',
    es: 'Aumentó la gravedad de una alerta abierta',
    de: 'Der Schweregrad eines offenen Alarms stieg',
  },
  reactivated: {
    en: 'A later alarm made an acknowledged alert active again',
    pt: 'Um novo alarme voltou a ativar um alerta confirmado',
    es: 'Una alarma posterior reactivó una alerta confirmada',
    de: 'Ein weiterer Alarm machte einen quittierten Alarm wieder aktiv',
  },
  reminded: {
    en: 'An acknowledged alert without any work on it is active again',
    pt: 'Um alerta confirmado, sem qualquer tratamento, está de novo ativo',
    es: 'Una alerta confirmada de la que nadie se ocupó está activa de nuevo',
    de: 'Ein quittierter Alarm, an dem niemand gearbeitet hat, ist wieder aktiv',
  },
  restored: {
    en: 'The cause of an open alert is over',
    pt: 'A causa de um alerta aberto terminou',
    es: 'Terminó la causa de una alerta abierta',
    de: 'Die Ursache eines offenen Alarms ist vorbei',
  },
  cancelled: {
    en: 'An alarm was cancelled at its panel',
    pt: 'Um alarme foi cancelado na sua central',
    es: 'Se canceló una alarma en su central',
    de: 'Ein Alarm wurde an seiner Zentrale abgebrochen',
  },
  acknowledged: {
    en: 'An alert was acknowledged',
    pt: 'Um alerta foi confirmado',
    es: 'Se confirmó una alerta',
    de: 'Ein Alarm wurde quittiert',
  },
  taken_over: {
    en: 'A person took over an alert that another one had acknowledged',
    pt: 'Uma pessoa assumiu um alerta que outra tinha confirmado',
    es: 'Una persona asumió una alerta que otra había confirmado',
    de: 'Eine Person hat einen Alarm übernommen, den eine andere quittiert hatte',
  },
  parked: {
    en: 'An acknowledged alert was parked until a time',
    pt: 'Um alerta confirmado foi adiado até uma hora',
    es: 'Se aparcó una alerta confirmada hasta una hora',
    de: 'Ein quittierter Alarm wurde bis zu einer Zeit geparkt',
  },
  unparked: {
    en: 'A parked alert is in the queue again',
    pt: 'Um alerta adiado está de novo na fila',
    es: 'Una alerta aparcada está de nuevo en la cola',
    de: 'Ein geparkter Alarm steht wieder in der Liste',
  },
  noted: {
    en: 'A note was added to an alert',
    pt: 'Foi adicionada uma nota a um alerta',
    es: 'Se añadió una nota a una alerta',
    de: 'Zu einem Alarm wurde eine Notiz geschrieben',
  },
  escalated: {
    en: 'An alert reached its next escalation step',
    pt: 'Um alerta chegou ao passo seguinte do escalonamento',
    es: 'Una alerta llegó al siguiente paso del escalado',
    de: 'Ein Alarm erreichte die nächste Eskalationsstufe',
  },
  resolved: {
    en: 'An alert was resolved',
    pt: 'Um alerta foi resolvido',
    es: 'Se resolvió una alerta',
    de: 'Ein Alarm wurde abgeschlossen',
  },
  reopened: {
    en: 'A resolved alert was reopened',
    pt: 'Um alerta resolvido foi reaberto',
    es: 'Se reabrió una alerta resuelta',
    de: 'Ein abgeschlossener Alarm wurde wieder geöffnet',
  },
  pictured: {
    en: 'A picture was added to an alert',
    pt: 'Foi adicionada uma imagem a um alerta',
    es: 'Se añadió una imagen a una alerta',
    de: 'Zu einem Alarm kam ein Bild hinzu',
  },
} satisfies EventTexts<AlertEventAction>;

/** The action of a history entry, of its fields as the table has them. Release 1.1 writes actions that 1.0 does not know beside `action`. */
export function storedAction({ action, later_action }: { action?: unknown; later_action?: unknown }) {
  return later_action ?? action;
}

/** The history entries of alerts. Their keys are under their alert, and no index contains them. */
export const ALERT_EVENTS = defineKind<AlertEvent>({
  name: 'HISTORY',
  schema: alertEventSchema,
  store: (event) => event,
  load: (data) => ({ ...data, action: storedAction(data) }),
  under: ({ alert_id }) => alert_id,
});

/** Marks a history entry that changes a number of the statistics although entries with its action usually do not. */
export const COUNTS = 'counts';

/** Marks the first history entry of a test alert. That entry is not published; the second one is. */
export const ON_TEST = 'on_test';
