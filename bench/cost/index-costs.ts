import { recordUser } from '../../shared/actor.ts';
import { ALERT_SEVERITIES, ALERTS, type Alert } from '../../shared/alerts/alert.ts';
import { planAlertList } from '../../shared/alerts/plan-alert-list.ts';
import { type AlertAction, transition } from '../../shared/alerts/transition.ts';
import { type Extent, siteExtent } from '../../shared/lists/plan.ts';
import type { IndexName } from '../../shared/table/definition.ts';
import {
  DIVISIONS,
  type Division,
  INDEX_SCOPE_KINDS,
  type IndexScopeKind,
  indexAttributes,
  indexName,
  PLATFORM_SHARDS,
  type Standing,
} from '../../shared/table/index-keys.ts';
import { freshAlerts } from '../bench-alerts.ts';
import { makeBenchData } from '../bench-data.ts';
import { describeFilters, filterCombinations, LIMIT } from '../list-cases.ts';
import { itemBytes } from './item-size.ts';
import { indexEntry, OVERHEAD_BYTES } from './stored-bytes.ts';

/** A page of a list, and what it reads. */
interface PageRead {
  readonly from: string;
  readonly readUnits: number;
}

/** What an index costs alerts that stand in it, and what it saves the lists that read it. */
export interface IndexCost {
  readonly index: IndexName;
  readonly isUsed: boolean;
  /** From raising to resolving. */
  readonly writeUnits: number;
  readonly storedBytes: number;
  /** The filters of the lists that read it. */
  readonly filters: readonly string[];
  readonly page: PageRead;
  /** The same page if the index were not there. */
  readonly pageWithout: PageRead;
}

const WRITE_UNIT_BYTES = 1_024;
const READ_UNIT_BYTES = 4_096;
/** An eventually consistent read is half a unit (AWS, "DynamoDB read and write operations"). */
const EVENTUALLY = 0.5;

/** Where only a filter is left: so many of the alerts that are read match it. */
const MATCHING_SHARE = 0.01;

type Item = Readonly<Record<string, unknown>>;

const { operators, origin } = makeBenchData(0);
/** One alert, whoever asks and however often: another one may be of another size. */
const ALERT = lifeOfAlert();
const LIFE: readonly Item[] = ALERT.map(itemInEveryIndex);

/** What every index costs and saves, whether alerts stand in it or not, as their kind and the plans of lists have it. */
export function indexCosts(): IndexCost[] {
  return INDEX_SCOPE_KINDS.flatMap((scope) => divisionsOf(scope).map((division) => costOf(scope, division)));
}

/** What is of a device is divided by nothing more. */
function divisionsOf(scope: IndexScopeKind): readonly Division[] {
  return scope === 'device' ? ['all'] : DIVISIONS;
}

function costOf(scope: IndexScopeKind, division: Division): IndexCost {
  const index = indexName(scope, division);
  const entries = LIFE.map((item) => indexEntry(item, index));
  const [first = {}] = entries;
  const partitions = scope === 'platform' ? PLATFORM_SHARDS : 1;
  return {
    index,
    isUsed: ALERTS.indexes[scope]?.includes(division) ?? false,
    writeUnits: entries.reduce((sum, entry, place) => sum + changeUnits(entries[place - 1], entry, index), 0),
    storedBytes: itemBytes(first) + OVERHEAD_BYTES,
    filters: filtersReading(scope, index),
    page: { from: index, readUnits: partitions * pageUnits(first) },
    pageWithout: pageWithout(scope, division, partitions),
  };
}

/**
 * What is left is the table itself for a tenant's whole list; the partitions of all severities, where
 * an index is divided by severity beside what is asked for; and else a filter, which reads until it has found a page.
 */
function pageWithout(scope: IndexScopeKind, division: Division, partitions: number): PageRead {
  const [item = {}] = LIFE;
  const name = (by: Division) => indexName(scope, by);
  if (scope === 'tenant' && division === 'all') {
    const [, , resolved] = ALERT; // as most of a list are
    return { from: 'the table', readUnits: pageUnits(ALERTS.item(resolved)) };
  }
  if (scope === 'device') return filteredPage('tenant', 1);
  if (division === 'all' || division === 'type') {
    const merged = name(division === 'all' ? 'severity' : 'type_severity');
    const severities = ALERT_SEVERITIES.length;
    const readUnits = partitions * severities * pageUnits(indexEntry(item, merged));
    return { from: `${merged}, ${partitions * severities} partitions`, readUnits };
  }
  return filteredPage(name(division === 'type_severity' ? 'severity' : 'all'), partitions);
}

function filteredPage(index: IndexName, partitions: number): PageRead {
  const [item = {}] = LIFE;
  const readUnits = partitions * pageUnits(indexEntry(item, index), (LIMIT + 1) / MATCHING_SHARE);
  return { from: `${index}, filtered`, readUnits };
}

/** What is read of one partition for a page: one entry more than it holds, unless so many are said. */
function pageUnits(entry: Item, entries: number = LIMIT + 1): number {
  return EVENTUALLY * Math.ceil((entries * itemBytes(entry)) / READ_UNIT_BYTES);
}

/** An entry that moves to another partition is deleted and put (AWS, "Using Global Secondary Indexes in DynamoDB"). */
function changeUnits(before: Item | undefined, after: Item, index: IndexName): number {
  const units = (entry: Item) => Math.ceil(itemBytes(entry) / WRITE_UNIT_BYTES);
  if (before === undefined) return units(after);
  if (before[index] !== after[index]) return units(before) + units(after);
  return Math.max(units(before), units(after));
}

function filtersReading(scope: IndexScopeKind, index: IndexName): string[] {
  const extent = extentOf(scope);
  const ofDevice = scope === 'device' ? { device_id: ALERT[0].device_id ?? undefined } : {};
  return filterCombinations()
    .map((filters) => ({ ...filters, ...ofDevice }))
    .filter((filters) =>
      planAlertList(extent, filters)
        .rounds.flat()
        .some((it) => it.index === index),
    )
    .map(describeFilters);
}

function extentOf(scope: IndexScopeKind): Extent {
  const [alert] = ALERT;
  if (scope === 'platform') return { kind: 'platform' };
  if (scope === 'tenant' || scope === 'device') return { kind: 'tenant', tenantId: alert.tenant_id };
  return siteExtent({ id: alert.site_id, tenant_id: alert.tenant_id });
}

/** An alert as it is raised, acknowledged and resolved. */
function lifeOfAlert(): [Alert, Alert, Alert] {
  const [raised] = freshAlerts(1, origin);
  if (!raised) throw new Error('No alert');
  const acknowledged = changed(raised, 'acknowledge');
  return [raised, acknowledged, changed(acknowledged, 'resolve')];
}

function changed(alert: Alert, action: AlertAction): Alert {
  const result = transition(alert, action, {
    actor: recordUser({ userId: operators[0].id, name: operators[0].name }),
    at: alert.created_at,
  });
  if (result.outcome !== 'changed') throw new Error(`An alert cannot be ${action}d`);
  return result.alert;
}

/** The item of an alert, with the keys of the indexes that it does not stand in, too. */
function itemInEveryIndex(alert: Alert): Item {
  const everywhere: Standing = Object.fromEntries(
    INDEX_SCOPE_KINDS.map((scope) => [scope, divisionsOf(scope)]),
  );
  const { id, tenant_id: tenantId, site_id: siteId, device_id } = alert;
  const place = { id, tenantId, siteId, deviceId: device_id ?? undefined };
  return { ...indexAttributes(ALERTS.name, everywhere, place, alert), ...ALERTS.item(alert) };
}
