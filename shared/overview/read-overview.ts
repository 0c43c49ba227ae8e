import { ALERTS, type Alert } from '../alerts/alert.ts';
import { MAXIMUM_COUNTED, readOpenAlerts } from '../alerts/alert-summary.ts';
import { MOST_DRILLS } from '../alerts/drill.ts';
import { planAlertList } from '../alerts/list-alerts.ts';
import type { Scope } from '../base/access.ts';
import { ApiError } from '../base/errors.ts';
import { DAY_MS, formatTimestamp } from '../base/time.ts';
import { DEVICES } from '../devices/device.ts';
import { findPeopleConnected } from '../live/authorize-connections.ts';
import { NOTIFICATION_RULES } from '../notify/notification-rule.ts';
import { openingsOf, readSiteState } from '../openings/site-state.ts';
import { readPeople } from '../schedules/answer-on-call.ts';
import type { Span } from '../schedules/rotation-periods.ts';
import { SCHEDULES } from '../schedules/schedule.ts';
import { SITES, type Site } from '../sites/site.ts';
import { type ItemKey, siteStateKey, tenantKey, tenantPartition } from '../table/keys.ts';
import { planByTypeAndStatus, planList } from '../table/list-plan.ts';
import { readNewest, readPartition } from '../table/list-read.ts';
import { batchGet, getItem, queryAll } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { TENANTS } from '../tenants/tenant.ts';
import { isOver, RUNNING, TESTS } from '../test-mode/site-test.ts';
import { type OnUnreadable, readable } from '../webhooks/webhook.ts';
import {
  alertsByHour,
  aWeekBefore,
  type CountedSites,
  HOURS_OF_TODAY,
  hoursUntil,
  readCells,
  readResponse,
} from './alert-hours.ts';
import { neededSchedules, onCallNow, plannedWithin, uncoveredTimes } from './on-duty.ts';
import {
  COVERED_DAYS,
  MOST_COUNTED,
  MOST_SHOWN,
  MOST_SITES_SHOWN,
  type Overview,
} from './overview-contract.ts';
import { isNeverHeard, sitesInTrouble } from './site-states.ts';

/** A scope within one tenant. */
export type TenantScope = Exclude<Scope, { kind: 'platform' }>;

interface OverviewContext {
  readonly table: Table;
  readonly now: Date;
  /** Whether the caller may see how soon people respond. */
  readonly seesStatistics: boolean;
  /** Whether the caller may see who is on call and who is at the desk. */
  readonly seesPeople: boolean;
  readonly onUnreadable: OnUnreadable;
}

/**
 * Reads the overview of the sites within a scope. Each of its reads is bounded: beyond the bound, `capped` is set, or a part
 * is null. The reads run in parallel and are at most four round trips deep.
 */
export async function readOverview(scope: TenantScope, context: OverviewContext): Promise<Overview> {
  const { table, now, seesStatistics, seesPeople } = context;
  const counted = {
    tenantId: scope.tenantId,
    siteIds: scope.kind === 'assigned_sites' ? scope.siteIds : undefined,
  };
  const [hours, before] = [hoursUntil(now), hoursUntil(aWeekBefore(now))];
  const recent = readCells(table, counted, hoursUntil(now, HOURS_OF_TODAY));
  const [trouble, cells, cellsBefore, response, people] = await Promise.all([
    readTrouble(table, scope, now),
    recent,
    readCells(table, counted, before),
    seesStatistics ? readResponseOf(table, counted, { now, recent }) : null,
    seesPeople ? readOnDuty(scope.tenantId, context) : NO_PEOPLE,
  ]);
  return {
    at: formatTimestamp(now),
    ...trouble,
    response,
    hours: alertsByHour(hours, cells),
    hours_a_week_before: alertsByHour(before, cellsBefore),
    ...people,
  };
}

/** Reads how soon people responded, by days of the tenant's time zone. Throws `not_found` if there is no such tenant. */
async function readResponseOf(
  table: Table,
  counted: CountedSites,
  days: { readonly now: Date; readonly recent: ReturnType<typeof readCells> },
): Promise<Overview['response']> {
  const tenant = await getItem(table, tenantKey(counted.tenantId));
  if (!tenant) throw new ApiError('not_found');
  const timeZone = TENANTS.entityOf(tenant).time_zone ?? 'UTC';
  return readResponse(table, counted, { ...days, timeZone });
}

const NO_PEOPLE: Pick<Overview, 'on_call' | 'uncovered' | 'needed_schedules' | 'at_the_desk'> = {
  on_call: null,
  uncovered: null,
  needed_schedules: null,
  at_the_desk: null,
};

type Trouble = Pick<Overview, 'alerts' | 'devices' | 'sites' | 'tests'>;

/** Reads everything from which the states of sites follow. */
async function readTrouble(table: Table, scope: TenantScope, now: Date): Promise<Trouble> {
  const [{ open, longest }, offline, running, sites] = await Promise.all([
    readAlerts(table, scope),
    readOffline(table, scope),
    readRunningTests(table, scope, now),
    readSites(table, scope),
  ]);
  const alerts = open.slice(0, MAXIMUM_COUNTED);
  const devices = offline.slice(0, MOST_COUNTED);
  const known = sites.slice(0, MOST_COUNTED);
  const isCapped = { alerts: open.length > alerts.length, devices: offline.length > devices.length };
  const trouble = sitesInTrouble({ alerts, devices, tests: running });
  const inTrouble = new Set(trouble.map(({ site_id }) => site_id));
  const shown = trouble.slice(0, MOST_SITES_SHOWN);
  const tests = running.slice(0, MOST_SHOWN);
  const [nameOf, openings] = await Promise.all([
    readNames(table, scope.tenantId, known, [...shown, ...tests, ...(longest ? [longest] : [])]),
    readOpenings(table, scope.tenantId, shown),
  ]);
  const active = alerts.filter(({ status }) => status === 'active');
  const neverHeard = devices.filter(isNeverHeard).length;
  return {
    alerts: {
      active: active.length,
      acknowledged: alerts.length - active.length,
      active_critical: active.filter(({ severity }) => severity === 'critical').length,
      longest_waiting: longest
        ? {
            alert_id: longest.id,
            site_id: longest.site_id,
            site_name: nameOf(longest.site_id) ?? longest.site_name,
            severity: longest.severity,
            created_at: longest.created_at,
          }
        : null,
      capped: isCapped.alerts,
    },
    devices: { silent: devices.length - neverHeard, never_heard: neverHeard, capped: isCapped.devices },
    sites: {
      total: known.length,
      fine: known.filter(({ id }) => !inTrouble.has(id)).length,
      capped: sites.length > known.length || isCapped.alerts || isCapped.devices,
      in_trouble: shown.map((it, place) => ({
        ...it,
        name: nameOf(it.site_id) ?? it.name,
        opening: openings[place] ?? 'unknown',
      })),
      more_in_trouble: trouble.length - shown.length,
    },
    tests: tests.map(({ id, site_id, ends_at }) => ({
      test_id: id,
      site_id,
      site_name: nameOf(site_id) ?? null,
      ends_at,
    })),
  };
}

/**
 * Reads the open alerts, and the oldest active one. If there are more alerts than are counted, the oldest is read by itself,
 * because it is not among the newest.
 */
async function readAlerts(table: Table, scope: TenantScope) {
  const open = await readOpenAlerts(table, scope);
  if (open.length <= MAXIMUM_COUNTED) {
    return { open, longest: open.findLast(({ status }) => status === 'active') };
  }
  const plan = planAlertList(scope, { status: ['active'] });
  const read = readPartition(table, ALERTS, plan);
  const oldest = await Promise.all(
    plan.rounds
      .flat()
      .map((it) => read(it, { direction: 'prev', beyond: undefined, count: 1 + MOST_DRILLS })),
  );
  const byAge = (one: Alert, other: Alert) => (one.id < other.id ? -1 : 1);
  return {
    open,
    longest: oldest
      .flat()
      .sort(byAge)
      .find(({ drill }) => !drill),
  };
}

/** Reads the newest watched devices that are not online. A device that is not watched is never offline. */
export async function readOffline(table: Table, scope: TenantScope) {
  const plan = planByTypeAndStatus(DEVICES, scope, { status: 'offline' });
  return readNewest(plan.rounds, readPartition(table, DEVICES, plan), MOST_COUNTED + 1);
}

/** Reads the newest running tests. A test whose time is over may still be listed, until Guard has recorded its end. */
export async function readRunningTests(table: Table, scope: TenantScope, now: Date) {
  const plan = planList(TESTS, scope, 'status', { status: RUNNING });
  const tests = await readNewest(plan.rounds, readPartition(table, TESTS, plan), MOST_COUNTED);
  return tests.filter((it) => !isOver(it, now));
}

/** Reads whether sites are open, in their order. */
async function readOpenings(table: Table, tenantId: string, sites: readonly { readonly site_id: string }[]) {
  const items = await batchGet(
    table,
    sites.map(({ site_id }) => siteStateKey(tenantId, site_id)),
  );
  return items.map((item) => openingsOf(readSiteState(item)).state);
}

type NamedSite = Pick<Site, 'id' | 'name'>;

/** Reads the newest sites of a tenant, one more than are counted, or those that are assigned to the caller. */
async function readSites(table: Table, scope: TenantScope): Promise<readonly NamedSite[]> {
  if (scope.kind === 'assigned_sites') return readSitesById(table, scope.tenantId, scope.siteIds);
  const plan = planList(SITES, scope);
  return readNewest(plan.rounds, readPartition(table, SITES, plan), MOST_COUNTED + 1);
}

async function readSitesById(
  table: Table,
  tenantId: string,
  siteIds: readonly string[],
): Promise<readonly NamedSite[]> {
  const items = await batchGet(
    table,
    siteIds.map((id) => SITES.key(tenantId, id)),
  );
  return items.flatMap((item) => (item ? [SITES.peek(item)] : []));
}

/** Returns the current names of sites. Those that are not among the known ones are read. */
export async function readNames(
  table: Table,
  tenantId: string,
  known: readonly NamedSite[],
  shown: readonly { readonly site_id: string }[],
): Promise<(siteId: string) => string | undefined> {
  const names = new Map(known.map(({ id, name }) => [id, name]));
  const unknown = [...new Set(shown.map(({ site_id }) => site_id))].filter((id) => !names.has(id));
  for (const { id, name } of await readSitesById(table, tenantId, unknown)) names.set(id, name);
  return (siteId) => names.get(siteId);
}

/** Reads who is on call, which hours nobody covers, and who has a live connection. */
async function readOnDuty(
  tenantId: string,
  { table, now, onUnreadable }: OverviewContext,
): Promise<typeof NO_PEOPLE> {
  const [schedules, rules, connected] = await Promise.all([
    readAll(table, tenantId, SCHEDULES.prefix(), SCHEDULES.read, onUnreadable),
    readAll(table, tenantId, NOTIFICATION_RULES.prefix(), NOTIFICATION_RULES.entityOf, onUnreadable),
    findPeopleConnected(table, tenantId, now),
  ]);
  const span: Span = { since: now.getTime(), until: now.getTime() + COVERED_DAYS * DAY_MS };
  const planned = schedules.map(plannedWithin(span));
  const named = rules.flatMap(({ recipients }) =>
    recipients.flatMap((it) => ('user_id' in it ? [it.user_id] : [])),
  );
  const onCall = planned.flatMap(({ shifts }) => shifts.map(({ userId }) => userId));
  const personOf = await readPeople(table, tenantId, [...onCall, ...named, ...connected]);
  const nameOf = (userId: string) => {
    const { name, status } = personOf(userId);
    return status === 'active' ? (name ?? undefined) : undefined;
  };
  return {
    on_call: onCallNow(planned, span, nameOf),
    uncovered: uncoveredTimes(planned, rules, span, nameOf),
    needed_schedules: neededSchedules(schedules, rules),
    at_the_desk: connected
      .flatMap((user_id) => {
        const name = nameOf(user_id);
        return name === undefined ? [] : [{ user_id, name }];
      })
      .toSorted((one, other) => one.name.localeCompare(other.name, 'en')),
  };
}

/** Reads all entities of a kind of which a tenant may have a few only, except those that this release cannot read. */
async function readAll<T>(
  table: Table,
  tenantId: string,
  prefix: string,
  read: (item: Record<string, unknown>) => T,
  onUnreadable: OnUnreadable,
): Promise<T[]> {
  const found: T[] = [];
  for await (const item of queryAll(table, tenantPartition(tenantId), prefix)) {
    const key: ItemKey = { pk: String(item['pk']), sk: String(item['sk']) };
    const entity = readable(key, () => read(item), onUnreadable);
    if (entity) found.push(entity);
  }
  return found;
}
