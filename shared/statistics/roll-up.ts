import type { Table } from '../table/table.ts';
import { type Cell, pack, partOf, partsFor } from './cells.ts';
import { BREAKDOWN, Breakdown, type StoredGroup } from './groups.ts';
import { type View, viewKey } from './keys.ts';
import { endOf, type Period, periodAt, startOf } from './period.ts';
import { type Part, type PeriodState, writeParts } from './period-item.ts';
import { itemReader, type ReadItems, readHours, readStates, readView, type Span } from './read-periods.ts';

/** The groups of a day or month, before they are stored. */
interface RolledUp {
  readonly all: readonly StoredGroup[];
  readonly sites: readonly StoredGroup[];
  /** The groups of each site. A month has none, because a report adds up those of its days, which are few for one site. */
  readonly ofSites: ReadonlyMap<string, readonly StoredGroup[]>;
}

/**
 * Computes a claimed day from its hours, or a claimed month from its days, and writes it. If only some sites have changed, it
 * writes only those. Returns into how many parts the sites are divided; `undefined` if a day of the month is not rolled up
 * yet.
 */
export async function rollUp(
  table: Table,
  { tenantId, period, generation, parts: before }: PeriodState,
  only: ReadonlySet<string> | undefined,
): Promise<number | undefined> {
  const read = itemReader(table, tenantId, { isConsistent: true });
  const rolledUp = period.level === 'DAY' ? await rollUpDay(read, period) : await rollUpMonth(read, period);
  if (!rolledUp) return undefined;
  const parts = partsFor(pack(rolledUp.sites).length, before);
  const isWritten = (siteId: string) => parts !== before || !only || only.has(siteId);
  const items = partsOf(tenantId, period, rolledUp, { parts, isWritten });
  await writeParts(table, items, generation);
  return parts;
}

async function rollUpDay(read: ReadItems, day: Period): Promise<RolledUp> {
  const hours = await readHours(read, { first: day, last: day });
  return sumDay(hours.flatMap(({ cells }) => cells));
}

/** Adds the alerts of a day's hours up to groups. */
export function sumDay(cells: readonly Cell[]): RolledUp {
  const all = new Breakdown();
  const sites = new Breakdown();
  const ofSites = new Map<string, Breakdown>();
  for (const cell of cells) {
    const ofSite = ofSites.get(cell.siteId) ?? new Breakdown();
    ofSites.set(cell.siteId, ofSite);
    ofSite.addCell(cell, BREAKDOWN);
    all.addCell(cell, BREAKDOWN);
    sites.addCell(cell, ['site']);
  }
  const stored = [...ofSites].map(([siteId, groups]) => [siteId, groups.store()] as const);
  return { all: all.store(), sites: sites.store(), ofSites: new Map(stored) };
}

async function rollUpMonth(read: ReadItems, month: Period): Promise<RolledUp | undefined> {
  const span: Span = {
    first: periodAt('DAY', startOf(month)),
    last: periodAt('DAY', new Date(endOf(month).getTime() - 1)),
  };
  const days = await readStates(read, span);
  if (days.some(({ rolled }) => !rolled)) return undefined;
  const states = new Map(days.map((day) => [day.period.name, day]));
  const sum = async (view: View) => {
    const groups = new Breakdown();
    for (const day of await readView(read, view, span, states)) for (const it of day.groups) groups.add(it);
    return groups.store();
  };
  const [all, sites] = await Promise.all([sum('TOTALS'), sum('BY_SITE')]);
  return { all, sites, ofSites: new Map() };
}

/** Makes the items of a day or month. */
export function partsOf(
  tenantId: string,
  period: Period,
  { all, sites, ofSites }: RolledUp,
  { parts, isWritten }: { readonly parts: number; readonly isWritten: (siteId: string) => boolean },
): Part[] {
  const divided = Map.groupBy(sites, ([, siteId]) => partOf(siteId ?? '', parts));
  const partItems = Array.from({ length: parts }, (_, part) => ({ part, rows: divided.get(part) ?? [] }));
  return [
    { key: viewKey(tenantId, 'TOTALS', period), packed: pack(all) },
    ...partItems
      .filter(({ rows }) => rows.length === 0 || rows.some(([, siteId]) => isWritten(siteId ?? '')))
      .map(({ part, rows }) => ({
        key: viewKey(tenantId, 'BY_SITE', period, { parts, part }),
        packed: pack(rows),
      })),
    ...[...ofSites]
      .filter(([siteId]) => isWritten(siteId))
      .map(([siteId, groups]) => ({
        key: viewKey(tenantId, `OF_SITE#${siteId}`, period),
        packed: pack(groups),
      })),
  ];
}
