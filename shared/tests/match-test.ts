import type { RecordedActor } from '../actor.ts';
import type { ListedTest } from '../sites/listed-test.ts';

/** Types that are on test only if the test lists them, because people's lives depend on them. */
export const NAMED_TYPES: readonly string[] = ['panic', 'fire'];

/** The types of these that keep ringing during a test. */
export const excludedTypes = ({ types }: { readonly types: readonly string[] | null }): string[] =>
  NAMED_TYPES.filter((type) => !types?.includes(type));

/** An alert that is about to be raised. */
export interface TestedAlert {
  readonly type: string;
  /** The zone of the alert, or else of its device. */
  readonly zoneId: string | undefined;
  readonly deviceId: string | undefined;
  readonly raisedBy: RecordedActor['kind'];
}

/** Whether a test is over, whether or not its timer has run. */
export function isOver({ ends_at }: Pick<ListedTest, 'ends_at'>, now: Date): boolean {
  return now.getTime() >= Date.parse(ends_at);
}

/**
 * The test of a site that an alert is part of; if there are several, the one that ends last. `undefined` if the alert is not
 * on test: alerts that people raise never are.
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
