import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeItems } from '../../lib/local/write-items.ts';
import {
  ALERT_SEVERITIES,
  ALERT_STATUSES,
  ALERTS,
  type Alert,
  type AlertFilters,
} from '../../shared/alerts/alert.ts';
import { type AlertForm, CLOSED_FORM, OPEN_FORM } from '../../shared/alerts/alert-form.ts';
import { listAlerts, planAlertList } from '../../shared/alerts/list-alerts.ts';
import type { Scope } from '../../shared/base/access.ts';
import { newId } from '../../shared/base/ids.ts';
import { formatTimestamp } from '../../shared/base/time.ts';
import { DEVICES, type Device } from '../../shared/devices/device.ts';
import { narrowToDevice } from '../../shared/devices/find-devices.ts';
import { EMPTY_PAGE, type Page, type PageRequest, type Position } from '../../shared/table/list-page.ts';
import type { Partition } from '../../shared/table/list-plan.ts';
import { countReads, type Reads } from '../support/count-reads.ts';
import { makeAlert } from '../support/make-alert.ts';
import { makeDevice } from '../support/make-device.ts';
import { seededRandomBytes } from '../support/random.ts';
import { repetitions } from '../support/repetitions.ts';
import { startTable, type TestTable } from '../support/table.ts';

const TYPES = ['panic', 'fire', 'water-leak'];
/** An id that no device has. */
const UNKNOWN_ID = '00000000-0000-7000-8000-000000000000';
const randomBytes = seededRandomBytes('alert lists');
const START = 1_700_000_000_000;
const makeId = () => newId(new Date(START), randomBytes);
const tenants = Array.from({ length: 3 }, () => ({
  id: makeId(),
  siteIds: [makeId(), makeId(), makeId(), makeId()],
  deviceIds: [makeId(), makeId(), makeId()],
}));
/** The first device of each tenant is deleted; its alerts stay. */
const deletedIds = tenants.map(({ deviceIds }) => deviceIds[0]);

let table: TestTable;
let reads: Reads;
let alerts: Alert[] = [];
const ALERT_COUNT = 700;
const FORMS: readonly AlertForm[] = [{}, OPEN_FORM, CLOSED_FORM];
/** Some are made in the same millisecond. */
const createdAt = (place: number) => new Date(START + Math.floor(place / 2));

/** Newest first, like every list. */
beforeAll(async () => {
  table = await startTable();
  alerts = randomAlerts(ALERT_COUNT).map(({ metadata: _, ...listed }) => listed);
  await writeItems(
    table,
    alerts.map((alert, place) => ALERTS.itemLike(FORMS[place % FORMS.length] ?? {}, alert)),
  );
  await writeItems(table, tenants.flatMap(devicesOf).map(DEVICES.item));
  reads = countReads(table);
});

afterAll(() => table.stop());

function devicesOf({ id, siteIds, deviceIds }: (typeof tenants)[number]): Device[] {
  return deviceIds
    .filter((it) => !deletedIds.includes(it))
    .map((it) => makeDevice({ id: it, tenant_id: id, site_id: siteIds[0] ?? '' }));
}

function choose<T>(values: readonly T[]): T {
  const value = values[(randomBytes(1)[0] ?? 0) % values.length];
  if (value === undefined) throw new Error('nothing to choose from');
  return value;
}

function randomAlerts(count: number): Alert[] {
  return Array.from({ length: count }, (_, place) => {
    const tenant = choose(tenants);
    return makeAlert({
      id: newId(createdAt(place), randomBytes),
      created_at: formatTimestamp(createdAt(place)),
      tenant_id: tenant.id,
      // Devices have been at every site.
      site_id: choose(tenant.siteIds),
      device_id: choose([null, ...tenant.deviceIds]),
      type: choose(TYPES),
      severity: choose(ALERT_SEVERITIES),
      // Mostly resolved, with runs of open alerts among them.
      status: place % 50 < 15 ? choose(ALERT_STATUSES) : 'resolved',
    });
  }).sort((a, b) => (a.id < b.id ? 1 : -1));
}

const reaches: fc.Arbitrary<Scope> = fc.oneof(
  fc.constant<Scope>({ kind: 'platform' }),
  fc.constantFrom(...tenants).map(({ id }): Scope => ({ kind: 'tenant', tenantId: id })),
  fc
    .constantFrom(...tenants)
    .chain(({ id, siteIds }) =>
      fc
        .subarray(siteIds)
        .map((assigned): Scope => ({ kind: 'assigned_sites', tenantId: id, siteIds: assigned, userId: id })),
    ),
);

/** No filter, one value, or several in any order. */
function valuesOf<T>(values: readonly T[]): fc.Arbitrary<readonly T[] | undefined> {
  return fc.oneof(
    fc.constant(undefined),
    fc.constantFrom(...values).map((value) => [value]),
    fc.shuffledSubarray([...values], { minLength: 1 }),
  );
}

/** A time in the span of the alerts, or a little outside. */
const times = fc.option(
  fc
    .integer({ min: -5, max: ALERT_COUNT / 2 + 5 })
    .map((offset) => formatTimestamp(new Date(START + offset))),
  { nil: undefined, freq: 1 },
);

const filterArbitrary: fc.Arbitrary<AlertFilters> = fc.record({
  status: valuesOf(ALERT_STATUSES),
  type: valuesOf([...TYPES, 'unheard-of']),
  severity: valuesOf(ALERT_SEVERITIES),
  device_id: fc.option(fc.constantFrom(...tenants.flatMap(({ deviceIds }) => deviceIds), UNKNOWN_ID), {
    nil: undefined,
  }),
  since: times,
  until: times,
});

/** A page, as the endpoint of lists reads it. */
async function readAlerts(scope: Scope, filters: AlertFilters, page: PageRequest): Promise<Page<Alert>> {
  const { device_id } = filters;
  const extent = device_id === undefined ? scope : await narrowToDevice(table, scope, device_id);
  return extent ? listAlerts(table, extent, filters, page) : EMPTY_PAGE;
}

/** Its plan, where it has one, and how many queries find the tenant of the device before. */
function planOf(scope: Scope, filters: AlertFilters) {
  const { device_id } = filters;
  if (device_id === undefined || scope.kind !== 'platform') {
    return { plan: planAlertList(scope, filters), finding: 0 };
  }
  const tenant = tenants.find(({ deviceIds }) => deviceIds.includes(device_id));
  if (!tenant || deletedIds.includes(device_id)) return { plan: undefined, finding: 1 };
  return { plan: planAlertList({ kind: 'tenant', tenantId: tenant.id }, filters), finding: 1 };
}

/** Whether a partition also has alerts that the list skips. */
const skips = ({ skipping }: Partition) =>
  Object.values(skipping?.filter ?? {}).some((value) => value !== undefined);

function inScope(scope: Scope): Alert[] {
  return alerts.filter((alert) => {
    if (scope.kind === 'platform') return true;
    if (alert.tenant_id !== scope.tenantId) return false;
    return scope.kind === 'tenant' || scope.siteIds.includes(alert.site_id);
  });
}

function matching(scope: Scope, filters: AlertFilters): Alert[] {
  const { status, type, severity, device_id, since, until } = filters;
  // A platform admin finds the tenant of a deleted device no more.
  if (scope.kind === 'platform' && deletedIds.includes(device_id)) return [];
  return inScope(scope).filter(
    (alert) =>
      (status?.includes(alert.status) ?? true) &&
      (type?.includes(alert.type) ?? true) &&
      (severity?.includes(alert.severity) ?? true) &&
      (device_id === undefined || alert.device_id === device_id) &&
      (since === undefined || Date.parse(alert.created_at) >= Date.parse(since)) &&
      (until === undefined || Date.parse(alert.created_at) < Date.parse(until)),
  );
}

async function walk(
  scope: Scope,
  filters: AlertFilters,
  limit: number,
  direction: 'next' | 'prev',
  from?: Position,
) {
  const pages: Page<Alert>[] = [];
  let position = from;
  do {
    const page = await readAlerts(scope, filters, { position, limit });
    pages.push(page);
    position = page[direction];
  } while (position);
  return pages;
}

describe('alert lists of every scope, filter combination and page size', () => {
  test('Paging through an alert list, forward and back, shows the same alerts as filtering and sorting them in memory', async () => {
    await fc.assert(
      fc.asyncProperty(
        reaches,
        filterArbitrary,
        fc.integer({ min: 7, max: 100 }),
        async (scope, filters, limit) => {
          const expected = matching(scope, filters);
          const forward = await walk(scope, filters, limit, 'next');
          expect(forward.flatMap((page) => page.items)).toEqual(expected);
          expect(forward).toHaveLength(Math.max(1, Math.ceil(expected.length / limit)));

          const last = forward.at(-1);
          const backward = last?.prev ? await walk(scope, filters, limit, 'prev', last.prev) : [];
          const before = expected.slice(0, expected.length - (last?.items.length ?? 0));
          expect(backward.toReversed().flatMap((page) => page.items)).toEqual(before);
          expect(backward.at(-1)?.prev).toBeUndefined();
        },
      ),
      { numRuns: repetitions({ few: 10, some: 30, many: 300 }) },
    );
  });

  test('An alert list reads at most one item more than the page from each partition, apart from open alerts or one device’s that it skips', async () => {
    await fc.assert(
      fc.asyncProperty(
        reaches,
        filterArbitrary,
        fc.integer({ min: 1, max: 100 }),
        fc.option(fc.constantFrom(0, 1, 50, 300, 650), { nil: undefined }),
        async (scope, filters, limit, depth) => {
          const beyond = depth === undefined ? undefined : alerts[depth];
          const position: Position | undefined = beyond && { id: beyond.id, direction: 'next' };
          const before = reads.scannedItems;
          await readAlerts(scope, filters, { position, limit });
          const { plan, finding } = planOf(scope, filters);
          const read = reads.scannedItems - before - finding;
          if (!plan) {
            expect(read).toBeLessThanOrEqual(0);
            return;
          }
          const [ofDevice, others] = [true, false].map((isOfDevice) =>
            plan.rounds.flat().filter(({ index }) => (index === 'device') === isOfDevice),
          ) as [Partition[], Partition[]];
          expect(ofDevice.length).toBeLessThanOrEqual(1);
          const itsAlerts = alerts.filter(({ device_id }) => device_id === filters.device_id).length;
          const most = ofDevice.some(skips) ? itsAlerts : Math.min(limit + 1, itsAlerts);
          const open = inScope(scope).filter(({ status }) => status !== 'resolved').length;
          // Other lists than those of open alerts also have some, and what is skipped there doubles the next read, so that a
          // run of open alerts costs few round trips.
          const skippable = filters.status?.includes('resolved') ? 3 * open : open;
          expect(read).toBeLessThanOrEqual(
            ofDevice.length * most + others.length * (limit + 1) + (others.some(skips) ? skippable : 0),
          );
        },
      ),
      { numRuns: repetitions({ few: 10, some: 30, many: 300 }) },
    );
  });

  test('Lists of open alerts by type, severity or device take one round trip for each partition', async () => {
    const status = fc.subarray(['active', 'acknowledged'] as const, { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(reaches, filterArbitrary, status, async (scope, filters, status) => {
        const { type, severity, device_id } = filters;
        fc.pre([type, severity, device_id].some((it) => it !== undefined));
        const times = { since: undefined, until: undefined };
        const open = { ...filters, ...times, status };
        const { plan, finding } = planOf(scope, open);
        const before = reads.queries;
        await readAlerts(scope, open, { position: undefined, limit: 1 });
        expect(reads.queries - before - finding).toBe(plan?.rounds.flat().length ?? 0);
      }),
      { numRuns: repetitions({ few: 5, some: 15, many: 100 }) },
    );
  });

  test('Alert lists take one round trip for each partition unless they must skip alerts that a filter excludes', async () => {
    await fc.assert(
      fc.asyncProperty(reaches, filterArbitrary, async (scope, filters) => {
        const { plan, finding } = planOf(scope, filters);
        fc.pre(plan !== undefined);
        const { rounds, range } = plan;
        fc.pre(Object.keys(range).length === 0);
        fc.pre(!rounds.flat().some(skips));
        const before = reads.queries;
        await readAlerts(scope, filters, { position: undefined, limit: 20 });
        expect(reads.queries - before - finding).toBe(rounds.flat().length);
      }),
      { numRuns: repetitions({ few: 5, some: 15, many: 100 }) },
    );
  });
});
