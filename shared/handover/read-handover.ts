import type { Alert } from '../alerts/alert.ts';
import { MAXIMUM_COUNTED, readOpenAlerts } from '../alerts/alert-summary.ts';
import { isWithinScope } from '../base/access.ts';
import { ApiError } from '../base/errors.ts';
import { severityRank } from '../base/severities.ts';
import { formatTimestamp } from '../base/time.ts';
import { MOST_COUNTED } from '../overview/overview-contract.ts';
import { readNames, readOffline, readRunningTests, type TenantScope } from '../overview/read-overview.ts';
import { EXTENDED, SUPERVISIONS } from '../supervisions/supervision.ts';
import { tenantKey } from '../table/keys.ts';
import { idsCreated } from '../table/list-page.ts';
import { planList } from '../table/list-plan.ts';
import { readNewest, readPartition } from '../table/list-read.ts';
import { getItem } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { TENANTS } from '../tenants/tenant.ts';
import { type Handover, MOST_LISTED } from './handover-contract.ts';
import { HANDOVER_NOTES, type HandoverNote } from './handover-note.ts';

/** How many notes of a tenant are read at most, those outside the scope included. */
const MOST_NOTES = 1_000;

/**
 * Reads what a shift hands to the next one, within a scope. Each read is bounded, and a list says if it lacks some. The reads
 * run in parallel, and the names of sites are read after them. Throws `not_found` if there is no such tenant.
 */
export async function readHandover(
  table: Table,
  scope: TenantScope,
  { now, since }: { readonly now: Date; readonly since: Date },
): Promise<Handover> {
  const [tenant, open, offline, tests, extensions, notes] = await Promise.all([
    getItem(table, tenantKey(scope.tenantId)),
    readOpenAlerts(table, scope),
    readOffline(table, scope),
    readRunningTests(table, scope, now),
    readExtended(table, scope),
    readNotes(table, scope, since),
  ]);
  if (!tenant) throw new ApiError('not_found');
  const silent = offline.slice(0, MOST_LISTED);
  const onTest = tests.toSorted((one, other) => compare(one.ends_at, other.ends_at)).slice(0, MOST_LISTED);
  const extended = extensions.slice(0, MOST_LISTED);
  const nameOf = await readNames(table, scope.tenantId, [], [...silent, ...onTest, ...extended]);
  const at = formatTimestamp(now);
  const isCapped = open.length > MAXIMUM_COUNTED;
  const queue = open.filter((alert) => !isParked(alert, at));
  const parked = open.filter((alert) => isParked(alert, at));
  const place = (siteId: string) => ({ site_id: siteId, site_name: nameOf(siteId) ?? null });
  return {
    tenant_name: TENANTS.entityOf(tenant).name,
    at,
    since: formatTimestamp(since),
    open: listed(queue.toSorted(byUrgency), isCapped),
    parked: listed(parked.toSorted(byReturn), isCapped),
    taken: listed(takenBy(open), isCapped),
    on_test: {
      data: onTest.map(({ id, site_id, ends_at, reason }) => ({
        test_id: id,
        ...place(site_id),
        ends_at,
        reason,
      })),
      capped: tests.length > MOST_LISTED || tests.length >= MOST_COUNTED,
    },
    extended: {
      data: extended
        .flatMap(({ id, name, kind, site_id, extension }) => {
          if (!extension) return [];
          const { until, note, by } = extension;
          return [{ supervision_id: id, name, kind, ...place(site_id), until, note, by }];
        })
        .toSorted((one, other) => compare(one.until, other.until)),
      capped: extensions.length > MOST_LISTED,
    },
    silent: {
      data: silent.map(({ id, name, type, site_id, last_seen_at }) => ({
        device_id: id,
        name,
        type,
        ...place(site_id),
        last_seen_at,
      })),
      capped: offline.length > MOST_LISTED,
    },
    notes,
  };
}

function listed<T>(all: readonly T[], isCapped: boolean): { data: T[]; capped: boolean } {
  return { data: all.slice(0, MOST_LISTED), capped: isCapped || all.length > MOST_LISTED };
}

/** Whether an alert is parked now. The time decides, not the timer that brings it back. */
const isParked = ({ parked }: Alert, at: string): boolean => parked !== undefined && parked.until > at;

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

/** Unacknowledged first, then by severity, then the oldest first. */
function byUrgency(one: Alert, other: Alert): number {
  return (
    Number(one.status !== 'active') - Number(other.status !== 'active') ||
    severityRank(other.severity) - severityRank(one.severity) ||
    compare(one.id, other.id)
  );
}

const byReturn = ({ parked: one }: Alert, { parked: other }: Alert) =>
  compare(one?.until ?? '', other?.until ?? '');

/** Who has open alerts, and how many: the one with the most first. */
function takenBy(open: readonly Alert[]): Handover['taken']['data'] {
  const held = open.filter(({ status }) => status === 'acknowledged');
  const groups = Map.groupBy(held, ({ acknowledged_by }) => acknowledged_by);
  return [...groups]
    .flatMap(([user_id, alerts]) => {
      if (user_id === null) return [];
      const newest = alerts.toSorted((one, other) =>
        compare(other.acknowledged_at ?? '', one.acknowledged_at ?? ''),
      )[0];
      const critical = alerts.filter(({ severity }) => severity === 'critical').length;
      return [{ user_id, name: newest?.acknowledged_by_name ?? null, alerts: alerts.length, critical }];
    })
    .toSorted((one, other) => other.alerts - one.alerts || compare(one.user_id, other.user_id));
}

/** Reads the newest supervisions with an extension. */
function readExtended(table: Table, scope: TenantScope) {
  const plan = planList(SUPERVISIONS, scope, 'status', { status: EXTENDED });
  return readNewest(plan.rounds, readPartition(table, SUPERVISIONS, plan), MOST_LISTED + 1);
}

/** Reads the notes since a time that are within the scope, newest first. */
async function readNotes(table: Table, scope: TenantScope, since: Date): Promise<Handover['notes']> {
  const plan = {
    ...planList(HANDOVER_NOTES, { kind: 'tenant', tenantId: scope.tenantId }),
    range: idsCreated(formatTimestamp(since), undefined),
  };
  const read = await readNewest<(typeof plan.rounds)[number][number], HandoverNote>(
    plan.rounds,
    readPartition(table, HANDOVER_NOTES, plan),
    MOST_NOTES + 1,
  );
  const seen = read.filter((note) => isWithinScope(scope, HANDOVER_NOTES.subject(note)));
  return listed(seen, read.length > MOST_NOTES);
}
