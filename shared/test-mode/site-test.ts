import * as z from 'zod/mini';
import { type RecordedActor, recordedActorSchema } from '../base/actor.ts';
import { idField, slugField, textField, timestampField, timestampInput } from '../base/fields.ts';
import { EXAMPLE_IDS } from '../base/ids.ts';
import { withMeta } from '../base/schema.ts';
import type { ListedTest } from '../sites/listed-test.ts';
import { defineKind, type Stored } from '../table/kind.ts';
import { pageOf } from '../table/list-contract.ts';
import { type TimerAttributes, timerAttributes } from '../table/timer.ts';

/** How many devices a test may name. It is few, because every alert of the site reads the site's tests. */
const MOST_DEVICES = 25;
const MOST_TYPES = 10;

/** How many devices an answer names at most. */
export const MOST_SHOWN_DEVICES = 100;

const zoneField = withMeta(z.nullable(idField), {
  description: 'Only this zone is on test; null: the whole site.',
});
const devicesField = withMeta(z.nullable(z.array(idField).check(z.minLength(1), z.maxLength(MOST_DEVICES))), {
  description:
    'Only these devices are on test; null: all, and alerts without a device. With `zone_id` at least one of them is in the zone.',
});
const typesField = withMeta(z.nullable(z.array(slugField).check(z.minLength(1), z.maxLength(MOST_TYPES))), {
  description:
    'Only alerts of these types are on test; null: of all types but `panic` and `fire`. Operators may not name those two.',
});
const endsAtInput = withMeta(z.clone(timestampInput), {
  description: 'When it ends by itself: in the future, and at most 24 hours after it began.',
});

/** The body that starts a test. The path names the site. */
export const siteTestInputSchema = withMeta(
  z.strictObject({
    ends_at: endsAtInput,
    reason: withMeta(textField(200), { examples: ['Yearly service'] }),
    zone_id: z._default(zoneField, null),
    device_ids: z._default(devicesField, null),
    types: z._default(typesField, null),
  }),
  { id: 'SiteTestInput', examples: [{ ends_at: '2026-11-20T13:00:00.000+00:00', reason: 'Yearly service' }] },
);

export const siteTestChangesSchema = withMeta(z.strictObject({ ends_at: endsAtInput }), {
  id: 'SiteTestChanges',
  examples: [{ ends_at: '2026-11-20T14:00:00.000+00:00' }],
});

export const siteTestSchema = withMeta(
  z.object({
    id: idField,
    tenant_id: idField,
    site_id: idField,
    zone_id: zoneField,
    device_ids: devicesField,
    types: typesField,
    reason: z.string(),
    started_by: recordedActorSchema,
    created_at: withMeta(z.clone(timestampField), { description: 'When it began.' }),
    ends_at: withMeta(z.clone(timestampField), { description: 'From this time on nothing is on test.' }),
    ended_at: withMeta(z.nullable(timestampField), {
      description: 'When it ended; null until Guard has recorded its end, up to a minute after `ends_at`.',
    }),
    updated_at: timestampField,
    version: withMeta(z.int().check(z.positive()), { description: 'Grows with every change of the test.' }),
    excluded_types: withMeta(z.optional(z.array(z.string())), {
      description:
        'Which of `panic` and `fire` keep ringing, because `types` does not name them. In answers of `/tests`, not in events.',
    }),
    devices: withMeta(z.optional(z.nullable(z.array(z.object({ id: idField, name: z.string() })))), {
      description: `The devices that are on test now, at most ${MOST_SHOWN_DEVICES}; null for a whole site. A report is judged when it is raised: a device that moves into the zone is on test from then on, and one that leaves it rings. Only in the answers for one test.`,
    }),
  }),
  {
    id: 'SiteTest',
    description: 'A time in which alerts of a site are recorded as tests.',
    examples: [
      {
        id: EXAMPLE_IDS.test,
        tenant_id: EXAMPLE_IDS.tenant,
        site_id: EXAMPLE_IDS.site,
        zone_id: EXAMPLE_IDS.zone,
        device_ids: null,
        types: null,
        reason: 'Yearly service',
        started_by: { kind: 'user', id: EXAMPLE_IDS.user, name: 'Olga Operator' },
        created_at: '2026-11-20T12:00:30.000+00:00',
        ends_at: '2026-11-20T13:00:00.000+00:00',
        ended_at: null,
        updated_at: '2026-11-20T12:00:30.000+00:00',
        version: 1,
        excluded_types: ['panic', 'fire'],
        devices: [{ id: EXAMPLE_IDS.device, name: 'Door of the loading bay' }],
      },
    ],
  },
);

export const siteTestsSchema = withMeta(z.object({ data: z.array(siteTestSchema) }), { id: 'SiteTestList' });

export const siteTestPageSchema = pageOf(siteTestSchema, 'SiteTestPage');

export type SiteTest = z.infer<typeof siteTestSchema>;
export type SiteTestInput = z.infer<typeof siteTestInputSchema>;

const timerSchema = z.object({ timer: z.optional(z.string()), due: z.optional(z.string()) });

/**
 * The timer of a test: first for the warning, then for the end, then for the trouble that lasts. A test without any has no
 * timer.
 */
type TestTimer = z.infer<typeof timerSchema>;

export interface StoredTest extends Stored<SiteTest> {
  readonly timer: TestTimer;
}

/** The value that divides the lists of tests, so that they contain only tests that have not ended. */
export const RUNNING = 'running';

export const TESTS = defineKind<SiteTest, StoredTest>({
  name: 'TEST',
  schema: siteTestSchema,
  indexes: { platform: ['all', 'status'], tenant: ['status'], site: ['status'] },
  facets: ({ ended_at }) => ({ status: ended_at === null ? RUNNING : 'ended' }),
  read: (item, stored) => ({ ...stored, timer: timerSchema.parse(item) }),
});

/** Makes the item of a test, with its timer. */
export function testItem(test: SiteTest, timer: TestTimer) {
  return { ...TESTS.item(test), ...timer };
}

/** How long before the end of a test the warning comes, unless that time has passed. */
const WARNING_MS = 10 * 60_000;

/** The timer of a running test, for its warning or its end. */
export function runningTimer({ id, ends_at }: SiteTest, now: Date): TimerAttributes {
  const end = new Date(ends_at);
  const warning = new Date(end.getTime() - WARNING_MS);
  return timerAttributes('test', id, warning > now ? warning : end);
}

/** What the item of the site lists of a test. */
export function listedTest({ id, ends_at, zone_id, device_ids, types }: SiteTest): ListedTest {
  return {
    id,
    ends_at,
    ...(zone_id === null ? {} : { zone_id }),
    ...(device_ids === null ? {} : { device_ids }),
    ...(types === null ? {} : { types }),
  };
}

/** The types that are on test only if the test names them, because people's lives depend on them. */
export const NAMED_TYPES: readonly string[] = ['panic', 'fire'];

/** Those of these types that still raise alerts during a test. */
export const excludedTypes = ({ types }: { readonly types: readonly string[] | null }): string[] =>
  NAMED_TYPES.filter((type) => !types?.includes(type));

/** An alert that is about to be raised. */
export interface TestedAlert {
  readonly type: string;
  /** The zone that the report names; without one, the zone of its device. */
  readonly zoneId: string | undefined;
  readonly deviceId: string | undefined;
  readonly raisedBy: RecordedActor['kind'];
}

/** Whether the time of a test is over, even if its timer has not run yet. */
export function isOver({ ends_at }: Pick<ListedTest, 'ends_at'>, now: Date): boolean {
  return now.getTime() >= Date.parse(ends_at);
}

/**
 * Finds the test of a site to which an alert belongs; if there are several, the one that ends last. `undefined` if the alert
 * is not on test. Alerts that people raise never are.
 */
export function findTest(
  tests: readonly ListedTest[],
  alert: TestedAlert,
  now: Date,
): ListedTest | undefined {
  if (alert.raisedBy === 'user') return undefined;
  return tests
    .filter((test) => !isOver(test, now) && includes(test, alert))
    .toSorted((a, b) => Date.parse(b.ends_at) - Date.parse(a.ends_at))[0];
}

function includes({ zone_id, device_ids, types }: ListedTest, alert: TestedAlert): boolean {
  const { type, zoneId, deviceId } = alert;
  if (zone_id !== undefined && zone_id !== zoneId) return false;
  if (device_ids !== undefined && (deviceId === undefined || !device_ids.includes(deviceId))) return false;
  return types === undefined ? !NAMED_TYPES.includes(type) : types.includes(type);
}
