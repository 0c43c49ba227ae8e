import { isOperational, type Role } from '../base/access.ts';
import { ApiError, type FieldErrors, invalidField } from '../base/errors.ts';
import { DEVICES, type Device } from '../devices/device.ts';
import { listDevices } from '../devices/find-devices.ts';
import type { ListedTest, TestUse } from '../sites/listed-test.ts';
import { ZONES } from '../sites/zone.ts';
import type { Position } from '../table/list-page.ts';
import { siteExtent } from '../table/list-plan.ts';
import { batchGet, getItem } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { excludedTypes, MOST_SHOWN_DEVICES, NAMED_TYPES, type SiteTest } from './site-test.ts';

type Scope = Pick<SiteTest, 'tenant_id' | 'site_id' | 'zone_id' | 'device_ids'>;

/** How many devices a page has, and how many pages a test of a zone reads at most. */
const PAGE = 100;
const MOST_PAGES = 5;

/**
 * Returns the devices that a new test silences; null if the test is of a whole site. Throws `validation_failed` for a zone or
 * device that does not exist at the site, and if all given devices are outside the given zone, because then nothing would be
 * on test.
 */
export async function checkScope(table: Table, scope: Scope): Promise<SiteTest['devices']> {
  const { zone_id, device_ids, site_id } = scope;
  const { zone, devices } = await readScope(table, scope);
  const fields: FieldErrors = {};
  if (zone_id !== null && zone?.site_id !== site_id) {
    fields['zone_id'] = ['The zone_id field must be a zone of the site.'];
  }
  devices?.forEach((device, place) => {
    if (device?.site_id === site_id) return;
    const field = `device_ids.${place}`;
    fields[field] = [`The ${field} field must be a device of the site.`];
  });
  if (Object.keys(fields).length > 0) throw new ApiError('validation_failed', { fields });
  const silenced = await silencedDevices(table, scope, devices);
  if (device_ids !== null && silenced?.length === 0) {
    throw invalidField(
      'device_ids',
      'The device_ids field must have a device of the zone, or nothing is on test. Choose another device, or no zone.',
    );
  }
  return silenced;
}

/** Returns the devices that a test silences now; null if the test is of a whole site. */
export async function devicesOnTest(table: Table, test: Scope): Promise<SiteTest['devices']> {
  const { devices } = test.device_ids === null ? {} : await readScope(table, test);
  return silencedDevices(table, test, devices);
}

/**
 * Throws `validation_failed` if a test that is extended silences nothing any more, because its devices have left the zone, or
 * they or the zone were deleted. A person who extends it would wrongly believe that they are on test.
 */
export async function checkStillSilences(
  table: Table,
  { tenant_id, zone_id, device_ids }: Scope,
  devices: SiteTest['devices'],
): Promise<void> {
  if (devices?.length !== 0) return;
  const zone =
    zone_id !== null && device_ids === null ? await getItem(table, ZONES.key(tenant_id, zone_id)) : undefined;
  if (zone) return;
  throw invalidField(
    'ends_at',
    'The ends_at field cannot move on: what was on test has left the zone or was deleted. Start another test.',
  );
}

/**
 * A test as clients read it: with the types that still raise alerts, and in a single test with the devices that it silences.
 */
export const shownTest = (test: SiteTest, devices?: SiteTest['devices']): SiteTest => ({
  ...test,
  excluded_types: excludedTypes(test),
  ...(devices === undefined ? {} : { devices }),
});

async function readScope(table: Table, { tenant_id, zone_id, device_ids }: Scope) {
  const keys = [
    ...(zone_id === null ? [] : [ZONES.key(tenant_id, zone_id)]),
    ...(device_ids ?? []).map((it) => DEVICES.key(tenant_id, it)),
  ];
  const items = keys.length > 0 ? await batchGet(table, keys) : [];
  const zone = zone_id === null ? undefined : items.shift();
  return {
    zone: zone && ZONES.entityOf(zone),
    devices: device_ids && items.map((item) => item && DEVICES.entityOf(item)),
  };
}

/** Finds the devices by the same rule as reports do: the current place of a device counts (`findTest`). */
async function silencedDevices(
  table: Table,
  { tenant_id, site_id, zone_id }: Scope,
  named: readonly (Device | undefined)[] | null | undefined,
): Promise<SiteTest['devices']> {
  if (!named && zone_id === null) return null;
  const all = named ?? (await devicesOfSite(table, { id: site_id, tenant_id }));
  const silenced = all.filter(
    (it) => it?.site_id === site_id && (zone_id === null || it.zone_id === zone_id),
  );
  const byId = new Map(silenced.map((it) => [it?.id ?? '', it?.name ?? '']));
  return [...byId].slice(0, MOST_SHOWN_DEVICES).map(([id, name]) => ({ id, name }));
}

/** The newest devices of a site, as many as a bounded number of reads finds. */
async function devicesOfSite(
  table: Table,
  site: { readonly id: string; readonly tenant_id: string },
): Promise<Device[]> {
  const found: Device[] = [];
  let position: Position | undefined;
  for (let page = 0; page < MOST_PAGES; page++) {
    const { items, next } = await listDevices(table, siteExtent(site), {}, { position, limit: PAGE });
    found.push(...items);
    position = next;
    if (!position) break;
  }
  return found;
}

const HOUR_MS = 3_600_000;

/** How long a test may last. */
export const LONGEST_TEST_MS = 24 * HOUR_MS;

/** How many tests a site may have at the same time. */
const TEST_LIMIT = 20;

/** For how long operators may put a site on test within any period, and how long that period is. */
const OPERATORS_MS = 8 * HOUR_MS;
const PERIOD_MS = 24 * HOUR_MS;

/** How many times of operators the item of a site keeps at most, so that it stays small. */
const MOST_USES = 30;

/** How many of these one operator may take up, so that other operators can still put the site on test. */
export const MOST_USES_OF_ONE = 10;

/** Throws `test_limit_reached` if a site has too many tests. */
export function checkTests(tests: readonly ListedTest[]): void {
  if (tests.length > TEST_LIMIT) throw new ApiError('test_limit_reached');
}

/** Throws `test_limit_reached` if operators would put a site on test for longer than they may. */
export function checkUses(uses: readonly TestUse[]): void {
  if (uses.length > MOST_USES || longestUse(uses) > OPERATORS_MS) throw new ApiError('test_limit_reached');
}

/** Throws `own_test_limit_reached` if this operator has taken up as many of the site's times as one operator may. */
export function checkOwnUses(uses: readonly TestUse[], userId: string): void {
  if (uses.filter(({ by }) => by === userId).length > MOST_USES_OF_ONE) {
    throw new ApiError('own_test_limit_reached');
  }
}

/** Adds a time. If it extends a test by the same operator, it prolongs that operator's time. */
export function withUse(uses: readonly TestUse[], added: TestUse): TestUse[] {
  const isContinued = ({ test_id, until, by }: TestUse) =>
    test_id === added.test_id && until === added.from && by === added.by;
  return uses.some(isContinued)
    ? uses.map((use) => (isContinued(use) ? { ...use, until: added.until } : use))
    : [...uses, added];
}

/** The times that still count towards the limit. */
export function currentUses(uses: readonly TestUse[], now: Date): TestUse[] {
  return uses.filter(({ until }) => Date.parse(until) > now.getTime() - PERIOD_MS);
}

/** The times after a test was made to end earlier. */
export function cutUses(uses: readonly TestUse[], testId: string, endsAt: string): TestUse[] {
  return uses.flatMap((use) => {
    if (use.test_id !== testId || use.until <= endsAt) return [use];
    return use.from < endsAt ? [{ ...use, until: endsAt }] : [];
  });
}

/** The longest total time within any period. Such a period begins with one of the times, or ends with one. */
function longestUse(uses: readonly TestUse[]): number {
  const spans = uses.map(({ from, until }) => ({ from: Date.parse(from), until: Date.parse(until) }));
  const beginnings = spans.flatMap(({ from, until }) => [from, until - PERIOD_MS]);
  const useFrom = (begin: number) =>
    spans.reduce(
      (sum, { from, until }) => sum + Math.max(0, Math.min(until, begin + PERIOD_MS) - Math.max(from, begin)),
      0,
    );
  return Math.max(0, ...beginnings.map(useFrom));
}

/** Throws `forbidden` if an operator would put on test alerts on which people's lives depend. */
export function checkTypes(role: Role, types: readonly string[] | null): void {
  if (isOperational(role) && types?.some((type) => NAMED_TYPES.includes(type))) {
    throw new ApiError('forbidden');
  }
}
