import * as z from 'zod/mini';
import { alertSchema, alertSeverityField, alertStatusField, alertTypeField } from '../alerts/alert.ts';
import {
  alertMessageField,
  dedupKeyField,
  metadataField,
  noteField,
  occurredAtField,
} from '../alerts/alert-input.ts';
import { idField, stringOf } from '../base/fields.ts';
import { EXAMPLE_IDS } from '../base/ids.ts';
import { withMeta } from '../base/schema.ts';
import { validate } from '../base/validation.ts';
import { announcedPictureSchema } from '../pictures/picture-upload.ts';
import { LARGEST_REPORT } from './largest-report.ts';

export const EVENT_ID_LENGTH = 64;

const eventIdField = withMeta(stringOf(1, EVENT_ID_LENGTH), {
  description: 'A repetition within 24 hours does nothing and gets the result of the first event.',
  examples: ['boot-7-event-41'],
});

const place = {
  site_id: z.optional(idField),
  device_id: z.optional(z.nullable(idField)),
};

/** How many pictures one event announces. */
export const MOST_ANNOUNCED = 8;

const announcedPicturesField = withMeta(z.array(announcedPictureSchema).check(z.maxLength(MOST_ANNOUNCED)), {
  description:
    'For `raise`: pictures that will be uploaded. The result has an upload for each, in this order.',
});

const raiseSchema = z.strictObject({
  action: z.literal('raise'),
  ...place,
  zone_id: z.optional(z.nullable(idField)),
  type: alertTypeField,
  severity: alertSeverityField,
  message: alertMessageField,
  dedup_key: z.optional(dedupKeyField),
  occurred_at: z.optional(occurredAtField),
  metadata: z.optional(metadataField),
  pictures: z.optional(announcedPicturesField),
  id: z.optional(eventIdField),
});

const resolveSchema = z.strictObject({
  action: z.literal('resolve'),
  ...place,
  dedup_key: dedupKeyField,
  message: z.optional(noteField),
  id: z.optional(eventIdField),
});

const heartbeatSchema = z.strictObject({ action: z.literal('heartbeat'), device_id: z.optional(idField) });

const partitionField = withMeta(z.nullable(stringOf(1, 16)), {
  description: 'For `open` and `close`: the area, as its panel names it. By default the whole site.',
});
const userNumberField = withMeta(z.nullable(stringOf(1, 16)), {
  description: 'For `open` and `close`: the number of the user.',
});
const partialField = withMeta(z.boolean(), {
  description: 'For `close`: whether people stay inside, so that only a part is guarded.',
});

const openSchema = z.strictObject({
  action: z.literal('open'),
  ...place,
  partition: z.optional(partitionField),
  user_number: z.optional(userNumberField),
  occurred_at: z.optional(occurredAtField),
  id: z.optional(eventIdField),
});

const closeSchema = z.strictObject({
  action: z.literal('close'),
  ...place,
  partition: z.optional(partitionField),
  user_number: z.optional(userNumberField),
  partial: z.optional(partialField),
  occurred_at: z.optional(occurredAtField),
  id: z.optional(eventIdField),
});

const testSchema = z.strictObject({
  action: z.literal('test'),
  device_id: z.optional(idField),
  occurred_at: z.optional(occurredAtField),
  id: z.optional(eventIdField),
});

/** The schema of the events of each action. */
export const EVENT_SCHEMAS = {
  raise: raiseSchema,
  resolve: resolveSchema,
  heartbeat: heartbeatSchema,
  open: openSchema,
  close: closeSchema,
  test: testSchema,
};

export type RaiseEvent = z.infer<typeof raiseSchema>;
export type ResolveEvent = z.infer<typeof resolveSchema>;
/** What a report says about the site or the device, without raising anything. */
export type SignalEvent =
  | z.infer<typeof openSchema>
  | z.infer<typeof closeSchema>
  | z.infer<typeof testSchema>;
export type ReportEvent = RaiseEvent | ResolveEvent | SignalEvent | z.infer<typeof heartbeatSchema>;

const ACTIONS = ['raise', 'resolve', 'heartbeat', 'open', 'close', 'test'] as const;

const actionSchema = z.looseObject({ action: z.enum(ACTIONS) });

/** The schema of an event, chosen by its action. If the action is not valid, the schema rejects it. */
export function schemaOfEvent(event: unknown): z.ZodMiniType<ReportEvent> | typeof actionSchema {
  const action = actionSchema.safeParse(event).data?.action;
  return action ? EVENT_SCHEMAS[action] : actionSchema;
}

const RAISE_EXAMPLE = {
  id: 'boot-7-event-41',
  action: 'raise',
  device_id: EXAMPLE_IDS.device,
  type: 'panic',
  severity: 'critical',
  message: 'Panic button pressed',
  dedup_key: 'gate-button',
};

/**
 * The schema of an event in the OpenAPI document. All actions are in one schema, because client generators make poor types of
 * unions. Each event is validated by its action while the report is processed, so one invalid event does not make others
 * fail.
 */
const reportEventSchema = withMeta(
  z.strictObject({
    action: withMeta(z.enum(ACTIONS), { id: 'ReportAction' }),
    site_id: withMeta(z.optional(idField), {
      description: 'The site of the event. Not needed with a bound key or with a device.',
    }),
    device_id: withMeta(z.optional(z.nullable(idField)), {
      description: 'The device that reports. The event counts as its heartbeat.',
    }),
    zone_id: withMeta(z.optional(z.nullable(idField)), { description: 'For `raise`: a zone of the site.' }),
    type: withMeta(z.optional(alertTypeField), { description: 'Required for `raise`.' }),
    severity: z.optional(alertSeverityField),
    message: withMeta(z.optional(alertMessageField), {
      description: 'For `raise`, required: the message of the alert. For `resolve`: a note.',
    }),
    dedup_key: z.optional(dedupKeyField),
    occurred_at: z.optional(occurredAtField),
    metadata: z.optional(metadataField),
    partition: z.optional(partitionField),
    user_number: z.optional(userNumberField),
    partial: z.optional(partialField),
    pictures: z.optional(announcedPicturesField),
    id: z.optional(eventIdField),
  }),
  { id: 'ReportEvent', examples: [RAISE_EXAMPLE] },
);

export const reportSchema = withMeta(
  z.strictObject({
    events: z.array(reportEventSchema).check(z.minLength(1), z.maxLength(LARGEST_REPORT)),
  }),
  { id: 'Report', examples: [{ events: [RAISE_EXAMPLE] }] },
);

/** Not validated here: each event is validated on its own, so one invalid event does not make others fail. */
const eventsField = z.array(z.unknown()).check(z.minLength(1), z.maxLength(LARGEST_REPORT));
const strictReportSchema = z.strictObject({ events: eventsField });
const looseReportSchema = z.object({ events: eventsField });

/**
 * Returns the events of a report. Unless the request is strict, a single event, or a list without the object around it,
 * counts as a report, too. So does any other body of a key that is not empty: it is an event that Guard does not understand.
 */
export function readReport(body: unknown, { isStrict, isKey }: ReportReading): readonly unknown[] {
  if (isStrict) return validate(strictReportSchema, body).events;
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  const { events = body }: { readonly events?: unknown } = isObject ? body : {};
  const isEvent = typeof events === 'object' && events !== null && !Array.isArray(events);
  if (isEvent && Object.keys(events).length > 0) return [events];
  if (isKey && isForeign(body)) return [body];
  return validate(looseReportSchema, Array.isArray(body) ? { events: body } : body).events;
}

interface ReportReading {
  readonly isStrict: boolean;
  /** Whether a device sends it, which cannot correct its body. */
  readonly isKey: boolean;
}

/** Whether a body says something, and has no events. */
function isForeign(body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return Boolean(body);
  const { events, ...others } = body as { readonly events?: unknown };
  if (Array.isArray(events)) return events.length === 0 && Object.keys(others).length > 0;
  return !Array.isArray(body) && (events !== undefined || Object.keys(others).length > 0);
}

/** An alert in the result of an event. */
export const reportedAlertSchema = withMeta(
  z.object({ ...z.partial(alertSchema).shape, id: idField, status: alertStatusField }),
  {
    id: 'ReportedAlert',
    description:
      'An alert that an event raised, repeated or resolved. A device-bound key gets only id and status of an alert that ' +
      'belongs to another device, or to another site than the current site of the device.',
  },
);

export type ReportedAlert = z.infer<typeof reportedAlertSchema>;
