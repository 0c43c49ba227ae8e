import * as z from 'zod/mini';
import { clockTimeField, weekdayField } from '../base/clock-fields.ts';
import {
  changesOf,
  dateField,
  idField,
  lineField,
  nameField,
  timestampField,
  warningsField,
} from '../base/fields.ts';
import { EXAMPLE_IDS, EXAMPLE_TIMES } from '../base/ids.ts';
import { withMeta } from '../base/schema.ts';
import { alertSeverityField } from '../base/severities.ts';
import { WEEKDAYS } from '../base/weekdays.ts';
import { supervisionWatchKey } from '../table/keys.ts';
import { defineKind, type Stored } from '../table/kind.ts';
import { pageOf } from '../table/list-contract.ts';
import { readVersion, type Version } from '../table/version.ts';
import { kindField } from './kinds.ts';

/** How many supervisions a site may have. */
export const SUPERVISION_LIMIT = 20;

const MOST_WINDOWS = 14;
const MOST_DATES = 100;

const WINDOW = {
  from: withMeta(z.clone(clockTimeField), { examples: ['09:00'] }),
  to: withMeta(z.clone(clockTimeField), {
    description: 'On the next day unless it is later than `from`.',
    examples: ['20:00'],
  }),
};

const windowInput = withMeta(
  z.strictObject({
    weekdays: z.array(weekdayField).check(z.minLength(1), z.maxLength(WEEKDAYS.length)),
    ...WINDOW,
  }),
  { id: 'SupervisionWindowInput' },
);

const windowSchema = withMeta(z.object({ weekdays: z.array(weekdayField), ...WINDOW }), {
  id: 'SupervisionWindow',
  description: "A time on some weekdays, on the clocks of the site's time zone.",
});

const statusField = withMeta(z.enum(['active', 'paused']), { id: 'SupervisionStatus' });

const DESCRIPTIONS = {
  partition: 'The area, as its panel names it; null: the whole site. Only for openings and closings.',
  device_id: 'The device or panel that is to send tests. Required for `test`, and only for it.',
  windows: 'When the site is to be open, or guarded by people. `test` has none.',
  except: 'The dates on which no window begins, such as holidays.',
  calendar_id: 'A calendar whose dates are excepted, too.',
  grace_minutes: 'How many minutes later than expected is not late yet.',
  every_minutes: 'The interval of `test` (from 5 minutes) and `check_in` (from 1); null for the other kinds.',
};

const FIELDS = {
  name: nameField,
  partition: withMeta(z.nullable(lineField(16)), { description: DESCRIPTIONS.partition }),
  device_id: withMeta(z.nullable(idField), { description: DESCRIPTIONS.device_id }),
  windows: withMeta(z.array(windowInput).check(z.maxLength(MOST_WINDOWS)), {
    description: DESCRIPTIONS.windows,
  }),
  except: withMeta(z.array(dateField).check(z.maxLength(MOST_DATES)), { description: DESCRIPTIONS.except }),
  calendar_id: withMeta(z.nullable(idField), { description: DESCRIPTIONS.calendar_id }),
  grace_minutes: withMeta(z.int().check(z.minimum(0), z.maximum(240)), {
    description: DESCRIPTIONS.grace_minutes,
  }),
  every_minutes: withMeta(z.nullable(z.int().check(z.minimum(1), z.maximum(44_640))), {
    description: DESCRIPTIONS.every_minutes,
  }),
  severity: alertSeverityField,
  status: statusField,
};

const EXAMPLE = {
  name: 'Shop closed by ten',
  site_id: EXAMPLE_IDS.site,
  kind: 'closing',
  windows: [{ weekdays: ['monday', 'friday'], from: '09:00', to: '22:00' }],
  grace_minutes: 15,
} as const;

const INPUT_FIELDS = {
  name: FIELDS.name,
  site_id: idField,
  kind: kindField,
  partition: z._default(FIELDS.partition, null),
  device_id: z._default(FIELDS.device_id, null),
  windows: z._default(FIELDS.windows, []),
  except: z._default(FIELDS.except, []),
  calendar_id: z._default(FIELDS.calendar_id, null),
  grace_minutes: z._default(FIELDS.grace_minutes, 0),
  every_minutes: z._default(FIELDS.every_minutes, null),
  severity: withMeta(z.optional(FIELDS.severity), {
    description:
      'The severity of the alert; by default `high` for late closings and openings out of hours, `critical` for missed check-ins, else `medium`.',
  }),
  status: z._default(FIELDS.status, 'active'),
};

export const supervisionInputSchema = withMeta(z.strictObject(INPUT_FIELDS), {
  id: 'SupervisionInput',
  examples: [EXAMPLE],
});

export type SupervisionInput = z.infer<typeof supervisionInputSchema>;

/** Neither the site nor the kind can change. */
export const supervisionChangesSchema = withMeta(changesOf(FIELDS), {
  id: 'SupervisionChanges',
  examples: [{ grace_minutes: 30 }],
});

export type SupervisionChanges = z.infer<typeof supervisionChangesSchema>;

const extensionSchema = z.object({
  until: timestampField,
  note: z.string(),
  by: z.object({ id: idField, name: z.string() }),
  at: timestampField,
});

export type Extension = z.infer<typeof extensionSchema>;

export const supervisionSchema = withMeta(
  z.object({
    id: idField,
    tenant_id: idField,
    site_id: idField,
    name: z.string(),
    kind: kindField,
    partition: withMeta(z.nullable(z.string()), { description: DESCRIPTIONS.partition }),
    device_id: FIELDS.device_id,
    windows: withMeta(z.array(windowSchema), { description: DESCRIPTIONS.windows }),
    except: withMeta(z.array(z.string()), { description: DESCRIPTIONS.except }),
    calendar_id: FIELDS.calendar_id,
    grace_minutes: withMeta(z.int(), { description: DESCRIPTIONS.grace_minutes }),
    every_minutes: withMeta(z.nullable(z.int()), { description: DESCRIPTIONS.every_minutes }),
    severity: FIELDS.severity,
    status: statusField,
    extension: withMeta(z.nullable(extensionSchema), {
      description: 'The extension that has not ended; null without one.',
    }),
    created_at: timestampField,
    updated_at: timestampField,
    warnings: warningsField,
  }),
  {
    id: 'Supervision',
    description: 'What is expected at a site, so that Guard raises an alert when it does not happen.',
    examples: [
      {
        id: EXAMPLE_IDS.supervision,
        tenant_id: EXAMPLE_IDS.tenant,
        ...EXAMPLE,
        partition: null,
        device_id: null,
        windows: [...EXAMPLE.windows.map((it) => ({ ...it, weekdays: [...it.weekdays] }))],
        except: ['2026-12-25'],
        calendar_id: null,
        every_minutes: null,
        severity: 'high',
        status: 'active',
        extension: null,
        ...EXAMPLE_TIMES,
      },
    ],
  },
);

export type Supervision = z.infer<typeof supervisionSchema>;

export const supervisionPageSchema = pageOf(supervisionSchema, 'SupervisionPage');

/**
 * The timer of a supervision and what was judged last. It is an item of its own, in no list, so that a supervision that holds
 * costs three write units a window: one for this item, and two for the index of timers.
 */
const watchSchema = z.object({
  /** The last deadline that was judged. */
  judged: z.string(),
  /** When its calendar was changed after that. */
  since: z.optional(z.string()),
  extended_until: z.optional(z.string()),
  /** Whether an alert has said already that the site has never reported. */
  told: z.optional(z.boolean()),
  timer: z.optional(z.string()),
  due: z.optional(z.string()),
});

export type SupervisionWatch = z.infer<typeof watchSchema>;

export interface StoredWatch {
  readonly watch: SupervisionWatch;
  readonly version: Version;
}

export interface StoredSupervision extends Stored<Supervision> {
  /** Missing in a restored backup that lost it. */
  readonly watch: StoredWatch | undefined;
}

export function readSupervisionWatch(
  item: Readonly<Record<string, unknown>> | undefined,
): StoredWatch | undefined {
  return item && { watch: watchSchema.parse(item), version: readVersion(item) };
}

/** The item of a watch; without a watch, its key. */
export const watchItem = (
  { tenant_id, id }: Pick<Supervision, 'tenant_id' | 'id'>,
  watch?: SupervisionWatch,
) => ({ ...supervisionWatchKey(tenant_id, id), ...watch });

/** The value that divides the lists of supervisions, so that one contains only those with an extension. */
export const EXTENDED = 'extended';

export const SUPERVISIONS = defineKind<Supervision, StoredSupervision>({
  name: 'SUPERVISION',
  schema: supervisionSchema,
  indexes: { platform: ['all', 'status'], tenant: ['status'], site: ['all', 'status'] },
  facets: ({ extension, status }) => ({ status: extension === null ? status : EXTENDED }),
  companion: supervisionWatchKey,
  read: (_, stored, companion) => ({ ...stored, watch: readSupervisionWatch(companion) }),
});
