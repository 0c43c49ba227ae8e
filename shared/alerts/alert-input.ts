import * as z from 'zod/mini';
import { invalidField } from '../base/errors.ts';
import { idField, reportedTextField, stringOf, timestampInput } from '../base/fields.ts';
import { EXAMPLE_IDS } from '../base/ids.ts';
import { withMeta } from '../base/schema.ts';
import { alertSeverityField, alertTypeField } from './alert.ts';

export const METADATA_ENTRIES = 20;
export const METADATA_BYTES = 2_048;
export const METADATA_NAME_LENGTH = 64;
export const METADATA_VALUE_LENGTH = 500;
export const MESSAGE_LENGTH = 1_000;
export const NOTE_LENGTH = 2_000;
export const DEDUP_KEY_LENGTH = 128;

export const alertMessageField = withMeta(reportedTextField(MESSAGE_LENGTH), {
  examples: ['Panic button pressed'],
});

export const noteField = withMeta(reportedTextField(NOTE_LENGTH), { examples: ['On my way'] });

/** Reports with the same key are occurrences of one alert. */
export const dedupKeyField = withMeta(stringOf(1, DEDUP_KEY_LENGTH), {
  description:
    'While an alert of the site with this key is open, further reports are its occurrences. ' +
    'A device-bound API key has dedup keys of its own.',
  examples: ['gate-button'],
});

export const occurredAtField = withMeta(timestampInput, {
  description: 'When it happened, from 30 days ago to 5 minutes ahead; by default now.',
  examples: ['2026-11-20T12:00:30.000+00:00'],
});

/**
 * A name of lower-case letters, digits and hyphens. It is not `constructor`, because the AWS SDK's document client rejects
 * objects with such a property.
 */
export const metadataNameField = z.string().check(
  z.maxLength(METADATA_NAME_LENGTH),
  z.regex(/^(?!constructor$)[a-z0-9]+(-[a-z0-9]+)*$/, {
    error: 'must be lower-case letters, digits and single hyphens, and not constructor',
  }),
);

/** The metadata is stored in the alert's item, so its size is limited to keep the item within one write unit. */
export const metadataField = withMeta(
  z.record(metadataNameField, stringOf(0, METADATA_VALUE_LENGTH)).check(
    z.refine((metadata) => Object.keys(metadata).length <= METADATA_ENTRIES, {
      error: `must not have more than ${METADATA_ENTRIES} entries`,
    }),
    z.refine((metadata) => Buffer.byteLength(JSON.stringify(metadata)) <= METADATA_BYTES, {
      error: `must not be larger than ${METADATA_BYTES} bytes as JSON`,
    }),
  ),
  {
    maxProperties: METADATA_ENTRIES,
    description: `Up to ${METADATA_ENTRIES} named texts, ${METADATA_BYTES} bytes as JSON.`,
    examples: [{ firmware: '2.4.1' }],
  },
);

const EXAMPLE = {
  site_id: EXAMPLE_IDS.site,
  zone_id: EXAMPLE_IDS.zone,
  device_id: EXAMPLE_IDS.device,
  type: 'panic',
  severity: 'critical',
  message: 'Panic button pressed',
};

export const alertInputSchema = withMeta(
  z.strictObject({
    site_id: idField,
    zone_id: withMeta(z.optional(z.nullable(idField)), { description: 'A zone of the site, or none.' }),
    device_id: withMeta(z.optional(z.nullable(idField)), { description: 'A device of the site, or none.' }),
    type: alertTypeField,
    severity: alertSeverityField,
    message: alertMessageField,
    dedup_key: z.optional(dedupKeyField),
    occurred_at: z.optional(occurredAtField),
    metadata: z.optional(metadataField),
  }),
  { id: 'AlertInput', examples: [EXAMPLE] },
);

export type AlertInput = z.infer<typeof alertInputSchema>;

/** A report. It keeps the time that it gave if the time of arrival counts instead, and the type if its alert has another. */
export type RaisedInput = AlertInput & {
  readonly reported_at?: string | undefined;
  readonly reported_type?: string | undefined;
};

const OLDEST_OCCURRENCE_MS = 30 * 24 * 3_600_000;
const CLOCK_AHEAD_MS = 5 * 60_000;

/** Throws if `occurred_at` is too long ago, or further in the future than a fast clock explains. */
export function checkOccurredAt({ occurred_at }: Pick<AlertInput, 'occurred_at'>, now: Date): void {
  if (occurred_at !== undefined && !isPlausibleTime(occurred_at, now)) {
    const message = 'The occurred_at field must be from 30 days ago to 5 minutes ahead.';
    throw invalidField('occurred_at', message);
  }
}

/** Whether this is a plausible time for an event that is reported now. */
export function isPlausibleTime(at: string, now: Date): boolean {
  const age = now.getTime() - Date.parse(at);
  return age <= OLDEST_OCCURRENCE_MS && age >= -CLOCK_AHEAD_MS;
}
