import * as z from 'zod/mini';
import { idField, lineField, timestampInput } from '../base/fields.ts';
import { EXAMPLE_IDS } from '../base/ids.ts';
import { withMeta } from '../base/schema.ts';
import { alertSeverityField, RESOLUTIONS } from './alert.ts';
import { noteField } from './alert-input.ts';

/** The largest batch of alerts. It is one screen of an alert storm, and the function handles it before its timeout. */
const LARGEST_BATCH = 25;

const SEEN =
  'If the severity of an active alert has risen above it, the action is refused with `severity_raised`.';

const noting = {
  note: withMeta(z.optional(noteField), {
    description: 'Stored in the history if the action changes the alert.',
  }),
};

/** The severity that the client saw, in an action on one alert. */
const seeing = {
  severity: withMeta(z.optional(alertSeverityField), { description: `The severity that you saw. ${SEEN}` }),
};

/** The severities that the client saw, in an action on several alerts. */
const seeingEach = {
  severities: withMeta(z.optional(z.record(z.string(), alertSeverityField)), {
    description: `The severities that you saw, by the ids of the alerts; other names are ignored. ${SEEN}`,
  }),
};

const resolving = {
  ...noting,
  resolution: withMeta(z.optional(withMeta(z.enum(RESOLUTIONS), { id: 'Resolution' })), {
    description: 'What the alert turned out to be.',
  }),
  override_plan: withMeta(z.optional(z.literal(true)), {
    description: 'Resolves although required steps of the action plan have no outcome. Takes a note.',
  }),
};

/** Overriding a plan needs a reason. */
const hasReason = z.refine<{ note?: string | undefined; override_plan?: boolean | undefined }>(
  ({ note, override_plan }) => override_plan === undefined || note !== undefined,
  { path: ['note'], error: 'is required with override_plan', when: ({ issues }) => issues.length === 0 },
);
const OVERRIDE_NEEDS_NOTE = { dependentRequired: { override_plan: ['note'] } };

const alertIdsField = withMeta(
  z.array(idField).check(
    z.minLength(1),
    z.maxLength(LARGEST_BATCH),
    z.refine((ids) => new Set(ids).size === ids.length, { error: 'must name each alert once' }),
  ),
  { uniqueItems: true, description: 'The ids of the alerts, without duplicates.' },
);

const RESOLVE_EXAMPLE = { note: 'Cleaner opened the wrong door', resolution: 'false_alarm' };

export const acknowledgeInputSchema = withMeta(z.strictObject({ ...noting, ...seeing }), {
  id: 'AcknowledgeInput',
  examples: [{ note: 'On my way', severity: 'high' }],
});

export const resolveInputSchema = withMeta(z.strictObject({ ...resolving, ...seeing }).check(hasReason), {
  id: 'ResolveInput',
  examples: [RESOLVE_EXAMPLE],
  ...OVERRIDE_NEEDS_NOTE,
});

export const acknowledgeAlertsInputSchema = withMeta(
  z.strictObject({ alert_ids: alertIdsField, ...noting, ...seeingEach }),
  { id: 'AcknowledgeAlertsInput', examples: [{ alert_ids: [EXAMPLE_IDS.alert], note: 'On my way' }] },
);

export const resolveAlertsInputSchema = withMeta(
  z.strictObject({ alert_ids: alertIdsField, ...resolving, ...seeingEach }).check(hasReason),
  {
    id: 'ResolveAlertsInput',
    examples: [{ alert_ids: [EXAMPLE_IDS.alert], ...RESOLVE_EXAMPLE }],
    ...OVERRIDE_NEEDS_NOTE,
  },
);

export const takeOverInputSchema = withMeta(
  z.strictObject({
    severity: withMeta(z.optional(alertSeverityField), {
      description:
        'The severity that you saw. If that of the alert has risen above it, the request is refused with `severity_raised`.',
    }),
  }),
  { id: 'TakeOverInput', examples: [{ severity: 'high' }] },
);

/** The longest reason of a parked alert. It is copied to the indexes of alerts, so it is short. */
const REASON_LENGTH = 200;

export const parkInputSchema = withMeta(
  z.strictObject({
    until: withMeta(z.clone(timestampInput), {
      description:
        'When the alert comes back by itself: in the future, and at most 24 hours ahead; at most 60 minutes for a critical alert.',
    }),
    reason: withMeta(lineField(REASON_LENGTH), {
      description: 'Why it can wait. The queue and the history show it.',
    }),
    ...seeing,
  }),
  {
    id: 'ParkInput',
    examples: [
      { until: '2026-11-20T14:30:00.000+00:00', reason: 'The electrician comes at two', severity: 'high' },
    ],
  },
);

export const reopenInputSchema = withMeta(
  z.strictObject({ note: withMeta(z.clone(noteField), { description: 'Stored in the history.' }) }),
  { id: 'ReopenInput', examples: [{ note: 'The door is open again' }] },
);

export const noteInputSchema = withMeta(z.strictObject({ text: noteField }), {
  id: 'NoteInput',
  examples: [{ text: 'The guard is at the gate' }],
});
