import * as z from 'zod/mini';
import { recordedActorSchema } from '../base/actor.ts';
import { idField, slugField, timestampField } from '../base/fields.ts';
import { EXAMPLE_IDS } from '../base/ids.ts';
import { withMeta } from '../base/schema.ts';
import { ALERT_SEVERITIES, alertSeverityField } from '../base/severities.ts';
import { TTL_ATTRIBUTE } from '../table/definition.ts';
import { defineKind, type Stored } from '../table/kind.ts';
import { pageOf } from '../table/list-contract.ts';
import { type TimerAttributes, timerAttributes } from '../table/timer.ts';
import { ALERT_INDEXES, type AlertForm, OPEN, OPEN_FORM, placeAlert, readForm } from './alert-form.ts';
import { type AlertLog, LOG, OWN_ENTRY } from './alert-log.ts';
import type { PinnedPlan } from './choose-plan.ts';
import { type PendingSteps, readPendingSteps } from './escalation-steps.ts';
import { FIRST_ACTION, type FirstAction, firstActionSchema } from './first-action.ts';
import { type AlertPlanState, PLAN, readPlanState } from './pinned-plan.ts';
import { type Reminding, readReminding } from './reminder.ts';
import { loadAlert, type NotInData, storeAlert } from './stored-alert.ts';
import { warningsField } from './warning.ts';

/** The alert types that Guard's own clients know. Reports may use any other type, too. */
export const KNOWN_ALERT_TYPES = [
  'panic',
  'device-offline',
  'intrusion',
  'fire',
  'tamper',
  'low-battery',
  'runaway',
  'opening-out-of-hours',
] as const;

export { ALERT_SEVERITIES, alertSeverityField };

export const ALERT_STATUSES = ['active', 'acknowledged', 'resolved'] as const;

/** What the cause of an alert turned out to be. */
export const RESOLUTIONS = ['real', 'false_alarm', 'test', 'duplicate', 'other'] as const;

export const ALERT_TYPE_DESCRIPTION = `What happened: an open set of values. Known are ${KNOWN_ALERT_TYPES.map((type) => `\`${type}\``).join(', ')}.`;

export const alertTypeField = withMeta(slugField, {
  description: ALERT_TYPE_DESCRIPTION,
  examples: [...KNOWN_ALERT_TYPES],
});
export const alertStatusField = withMeta(z.enum(ALERT_STATUSES), { id: 'AlertStatus' });

const nameAtTheTime = (owner: string) =>
  withMeta(z.nullable(z.string()), { description: `The name of ${owner}, at that time.` });

/** An alert as clients see it (docs/api-contract.md, "Alerts"). */
export const alertSchema = withMeta(
  z.object({
    id: idField,
    tenant_id: idField,
    site_id: idField,
    zone_id: z.nullable(idField),
    device_id: z.nullable(idField),
    type: alertTypeField,
    severity: alertSeverityField,
    status: alertStatusField,
    message: z.string(),
    acknowledged_at: z.nullable(timestampField),
    acknowledged_by: z.nullable(idField),
    resolved_at: z.nullable(timestampField),
    resolved_by: z.nullable(idField),
    created_at: timestampField,
    updated_at: timestampField,
    version: withMeta(z.int().check(z.positive()), { description: 'Grows with every change of the alert.' }),
    occurred_at: withMeta(timestampField, { description: 'When it happened, according to its reporter.' }),
    occurrences: withMeta(z.int().check(z.positive()), {
      description: 'The number of its reports. Exact for a single alert; lists may lag by 90 seconds.',
    }),
    last_occurred_at: withMeta(timestampField, { description: 'The time of the last occurrence.' }),
    dedup_key: withMeta(z.nullable(z.string()), {
      description:
        'While this alert is open, further reports of its site with this key are its occurrences. ' +
        'If a device-bound API key raised it, only reports of that device.',
    }),
    raised_by: recordedActorSchema,
    acknowledged_by_name: nameAtTheTime('the actor that acknowledged it'),
    resolved_by_name: nameAtTheTime('the actor that resolved it'),
    site_name: nameAtTheTime('the site when it was raised'),
    zone_name: nameAtTheTime('the zone when it was raised'),
    device_name: nameAtTheTime('the device when it was raised'),
    // This is not an enumeration: client generators lose the null of a nullable enumeration, and a new value would break
    // them.
    resolution: withMeta(z.nullable(z.string()), {
      description: `What it turned out to be: ${RESOLUTIONS.map((it) => `\`${it}\``).join(', ')}.`,
      examples: ['false_alarm'],
    }),
    test_id: withMeta(z.optional(idField), {
      description: 'The test during which it was recorded; missing in alerts that were not on test.',
    }),
    reported_type: withMeta(z.optional(z.string()), {
      description:
        'The type of its most severe report, if that is another: of a `runaway` alert, the type of the reports that it counts.',
      examples: ['intrusion'],
    }),
    restored_at: withMeta(z.optional(timestampField), {
      description:
        'When its device reported that the cause is over; missing while the cause may last. A person still resolves the alert.',
    }),
    cancelled: withMeta(
      z.optional(
        z.object({
          at: timestampField,
          user_number: z.nullable(z.string()),
          user_name: z.nullable(z.string()),
        }),
      ),
      {
        description:
          'That somebody at the site cancelled the alarm at its panel, and who; missing if nobody did, or after a later alarm. A person still resolves the alert.',
      },
    ),
    parked: withMeta(
      z.optional(
        z.object({
          since: timestampField,
          until: timestampField,
          reason: z.string(),
          by: z.object({ id: idField, name: z.nullable(z.string()) }),
        }),
      ),
      {
        description:
          'That the acknowledged alert waits outside the queue, until when, why, and who parked it. `since` is the time at which it was parked, or taken over while parked. Missing if it is not parked; it is in the queue again from `until` on.',
      },
    ),
    drill: withMeta(z.optional(z.literal(true)), {
      description:
        'Set if it is a drill: nothing has happened, and nobody is sent anywhere. Missing in every other alert.',
    }),
    escalation_level: withMeta(z.int().check(z.nonnegative()), {
      description: 'The number of its escalation steps so far.',
    }),
    picture_count: withMeta(z.optional(z.int().check(z.positive())), {
      description:
        'How many pictures it got, without those that were left out; missing without any. Some may have expired since.',
    }),
    metadata: withMeta(z.optional(z.record(z.string(), z.string())), {
      description: 'Further data of its reporter. Only in single alerts, not in lists.',
    }),
    reported_at: withMeta(z.optional(z.string()), {
      description:
        'What its reporter sent as `occurred_at`, if that was no usable time. Only in single alerts, not in lists.',
      examples: ['1970-01-01T00:00:12Z'],
    }),
    warnings: withMeta(warningsField, {
      description: 'What Guard repaired in the report. Only in the answer to the report.',
    }),
  }),
  {
    id: 'Alert',
    description: 'An event at a site that needs attention.',
    examples: [
      {
        id: EXAMPLE_IDS.alert,
        tenant_id: EXAMPLE_IDS.tenant,
        site_id: EXAMPLE_IDS.site,
        zone_id: EXAMPLE_IDS.zone,
        device_id: EXAMPLE_IDS.device,
        type: 'panic',
        severity: 'critical',
        status: 'acknowledged',
        message: 'Panic button pressed',
        acknowledged_at: '2026-11-20T12:01:05.000+00:00',
        acknowledged_by: EXAMPLE_IDS.user,
        resolved_at: null,
        resolved_by: null,
        created_at: '2026-11-20T12:00:30.000+00:00',
        updated_at: '2026-11-20T12:01:05.000+00:00',
        version: 2,
        occurred_at: '2026-11-20T12:00:30.000+00:00',
        occurrences: 1,
        last_occurred_at: '2026-11-20T12:00:30.000+00:00',
        dedup_key: 'gate-button',
        raised_by: { kind: 'user', id: EXAMPLE_IDS.user, name: 'Olga Operator' },
        acknowledged_by_name: 'Olga Operator',
        resolved_by_name: null,
        site_name: 'Harbour Warehouse',
        zone_name: 'Loading dock',
        device_name: 'Panic button at the gate',
        resolution: null,
        escalation_level: 0,
        metadata: { firmware: '2.4.1' },
      },
    ],
  },
);

export const alertPageSchema = pageOf(alertSchema, 'AlertPage');

export type Alert = z.infer<typeof alertSchema>;
export type AlertStatus = Alert['status'];
export type AlertSeverity = Alert['severity'];
export type Resolution = (typeof RESOLUTIONS)[number];

/** The filters of an alert list (docs/api-contract.md, "Alerts"). Several values are alternatives. */
export interface AlertFilters {
  readonly status?: readonly AlertStatus[] | undefined;
  readonly type?: readonly string[] | undefined;
  readonly severity?: readonly AlertSeverity[] | undefined;
  readonly device_id?: string | undefined;
  /** The user who has them: acknowledged and not resolved. */
  readonly acknowledged_by?: string | undefined;
  /** Whether they are parked at this time, a timestamp of the API. */
  readonly parked?: { readonly is: boolean; readonly at: string } | undefined;
  /** Created at this time or later, a timestamp of the API. */
  readonly since?: string | undefined;
  /** Created before this time. */
  readonly until?: string | undefined;
}

const DEDUP_SCOPES = ['site', 'device'] as const;

/**
 * The scope of an alert's dedup key. It is the site, or the device alone: then no other device adds occurrences to the alert
 * or resolves it.
 */
export type DedupScope = (typeof DEDUP_SCOPES)[number];

/** The attribute with what is known of an alert's pictures. It is outside `data`, so that no index copies it. */
export const PICTURE_STATE = 'pictures';

const pictureStateSchema = z.object({
  /** How many pictures were left out because there were too many. */
  dropped: z.optional(z.int()),
  /** Who keeps them for as long as the alert exists, and since when; null after the hold has ended. */
  held: z.optional(z.nullable(z.object({ at: timestampField, by: recordedActorSchema }))),
  /** Which ones, by their bytes: the latest. */
  dropped_digests: z.optional(z.array(z.string())),
});

export type PictureState = z.infer<typeof pictureStateSchema>;

/** An alert that was read, with its timer. */
export interface StoredAlert extends Stored<Alert> {
  readonly form: AlertForm;
  /** The history entries that its item has; `undefined` if it has no room for any. */
  readonly log: AlertLog | undefined;
  /** The id of the newest history entry that is an item of its own; `undefined` in the whole form, or if there is none. */
  readonly ownEntry: string | undefined;
  readonly pending: PendingSteps;
  /** Its expiry time in epoch seconds, if it has one. */
  readonly removal: number | undefined;
  readonly dedupScope: DedupScope;
  /** Its action plan. */
  readonly planState: AlertPlanState;
  readonly firstAction?: FirstAction | undefined;
  readonly reminding?: Reminding | undefined;
  /** What is known of its pictures, besides their number. */
  readonly pictureState?: PictureState | undefined;
}

/** The time for which a resolved alert can be reopened. */
export const REOPENABLE_MS = 24 * 3_600_000;

/**
 * The delay between resolving an alert and setting its expiry time. It is longer than an alert can be reopened, even if
 * clocks differ.
 */
const RETAINED_AFTER_MS = REOPENABLE_MS + 3_600_000;

/**
 * No parent counts alerts as children: alerts outlive their site and device, and concurrent alerts of a site must not wait
 * for each other.
 */
export const ALERTS = defineKind({
  name: 'ALERT',
  schema: alertSchema,
  store: (alert, former) => storeAlert(alert, formOf(former)),
  // This type makes the compiler report a schema field that `loadAlert` does not return.
  load: loadAlert satisfies (
    data: Record<string, unknown>,
    item: Record<string, unknown>,
  ) => Record<Exclude<keyof Alert, NotInData>, unknown>,
  indexes: ALERT_INDEXES,
  place: (alert, former) => placeAlert(alert, formOf(former)),
  statusOfUnlisted: OPEN,
  // These attributes are outside `data`, so that no index copies them.
  read: (item, stored): StoredAlert => ({
    ...stored,
    ...readBeside(item, stored.entity),
    form: readForm(item),
    pending: readPendingSteps(item),
    planState: readPlanState(item),
  }),
});

const formOf = (former: Readonly<Record<string, unknown>> | undefined) =>
  former ? readForm(former) : OPEN_FORM;

const itemSchema = z.object({
  [LOG]: z.optional(z.record(z.string(), z.record(z.string(), z.unknown()))),
  [OWN_ENTRY]: z.optional(z.string()),
  metadata: z._default(z.record(z.string(), z.string()), {}),
  reported_at: z.optional(z.string()),
  [TTL_ATTRIBUTE]: z.optional(z.int()),
  dedup_scope: z._default(z.enum(DEDUP_SCOPES), 'site'),
  [FIRST_ACTION]: z.optional(firstActionSchema),
  [PICTURE_STATE]: z.optional(pictureStateSchema),
});

function readBeside(item: Readonly<Record<string, unknown>>, alert: Alert) {
  const parsed = itemSchema.parse(item);
  const { metadata, reported_at, [TTL_ATTRIBUTE]: removal } = parsed;
  const reminding = readReminding(item);
  const { dedup_scope: dedupScope, first_action: firstAction, [PICTURE_STATE]: pictureState } = parsed;
  const entity = { ...alert, metadata, ...(reported_at === undefined ? {} : { reported_at }) };
  const { [LOG]: log, [OWN_ENTRY]: ownEntry } = parsed;
  return { entity, removal, dedupScope, firstAction, reminding, pictureState, log, ownEntry };
}

/**
 * Makes the item of a new alert, in the form of this release. The metadata, the reported time, the scope of the dedup key and
 * the action plan are outside `data`.
 */
export function newAlertItem(
  alert: Alert,
  pending: PendingSteps,
  dedupScope: DedupScope,
  plan?: PinnedPlan | undefined,
) {
  const { metadata = {}, reported_at } = alert;
  return {
    ...ALERTS.item(alert),
    ...pending,
    ...(Object.keys(metadata).length > 0 ? { metadata } : {}),
    ...(reported_at === undefined ? {} : { reported_at }),
    ...(dedupScope === 'device' ? { dedup_scope: dedupScope } : {}),
    ...(plan ? { [PLAN]: plan } : {}),
  };
}

/** The timer that sets the expiry time of a resolved alert and its history. */
export function retentionTimer({ id, resolved_at, updated_at }: Alert): TimerAttributes {
  const resolvedAt = Date.parse(resolved_at ?? updated_at);
  return timerAttributes('retention', id, new Date(resolvedAt + RETAINED_AFTER_MS));
}

export function isHigher(severity: AlertSeverity, other: AlertSeverity): boolean {
  return ALERT_SEVERITIES.indexOf(severity) > ALERT_SEVERITIES.indexOf(other);
}
