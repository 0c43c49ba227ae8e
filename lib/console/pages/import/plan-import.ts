import type { GuardClient, Site, Zone } from '../../../client/index.ts';
import type { Planned } from './import-batches.ts';
import { byPlainName, byRow, type FileProblem, fittingName, readImportFile } from './import-file.ts';
import type { ImportKind, Placed } from './import-kinds.ts';

/** The effect that an import of a file would have. */
export interface ImportPlan {
  readonly problems: readonly FileProblem[];
  readonly rows: readonly Planned<Placed>[];
  /** The rows about things that do not exist yet. */
  readonly missing: readonly Planned<Placed>[];
  readonly sites: number;
  /** The places that must be created first. */
  readonly absent: Absent;
}

/** The sites and zones that a file names and that do not exist. */
export interface Absent {
  readonly sites: readonly string[];
  readonly zones: readonly { readonly site: string; readonly zone: string }[];
}

interface Reading {
  readonly guard: GuardClient;
  readonly tenantId: string | undefined;
  readonly signal: AbortSignal;
  /** Reports how many of the file's sites are read. */
  readonly onSite: (read: number, all: number) => void;
}

const NOTHING_ABSENT: Absent = { sites: [], zones: [] };

/** Checks a whole file before anything is created. */
export async function planImport(kind: ImportKind, text: string, reading: Reading): Promise<ImportPlan> {
  const { guard, tenantId, signal, onSite } = reading;
  const { rows, problems } = readImportFile(text, kind.shape);
  if (rows.length === 0) return { problems, rows: [], missing: [], sites: 0, absent: NOTHING_ABSENT };
  const all = kind.sites ? await guard.sites.list({ limit: 100, tenant_id: tenantId }, { signal }).all() : [];
  const sites = byPlainName(all);
  const column = kind.sites ?? '';
  const found: FileProblem[] = [];
  const named = new Map<string, Site>();
  const absentSites = new Set<string>();
  const placed = rows.map((row) => {
    const names = namesIn(row.cells[column], kind.sites === 'sites');
    const ids = names.flatMap((name) => {
      const fits = fittingName({ row: row.number, column, name }, sites.get(name));
      found.push(...fits.problems);
      if (fits.found) named.set(name, fits.found);
      else if (!sites.has(name)) absentSites.add(name);
      return fits.found ? [fits.found.id] : [];
    });
    return { row, siteIds: [...new Set(ids)] };
  });
  const zones: Zone[] = [];
  const existing = new Set(await kind.inTenant?.(reading));
  let read = 0;
  for (const site of named.values()) {
    onSite(read++, named.size);
    const [there, zonesHere] = await Promise.all([
      kind.atSite?.(reading, site),
      kind.isInZone ? guard.zones.listOfSite(site.id, { limit: 100 }, { signal }).all() : [],
    ]);
    for (const it of there ?? []) existing.add(it);
    zones.push(...zonesHere);
  }
  const zonesOf = Map.groupBy(zones, ({ site_id }) => site_id);
  const absentZones = new Map<string, Absent['zones'][number]>();
  const planned = placed.map(({ row, siteIds }): Planned<Placed> => {
    const { site = '', zone = '' } = row.cells;
    let zoneId: string | null = null;
    if (kind.isInZone && zone !== '') {
      const here = byPlainName(zonesOf.get(siteIds[0] ?? '') ?? []).get(zone);
      const fits = fittingName({ row: row.number, column: 'zone', name: zone }, here);
      found.push(...fits.problems);
      zoneId = fits.found?.id ?? null;
      if (!here) absentZones.set(JSON.stringify([site, zone]), { site, zone });
    }
    return { row, item: { siteIds, zoneId }, repeatKey: crypto.randomUUID() };
  });
  // Only if nothing else is wrong: what a person mends may name other places.
  const isAllAbsent = problems.length === 0 && found.every(({ is }) => is === 'unknown');
  return {
    problems: [...problems, ...found].sort(byRow),
    rows: planned,
    missing: planned.filter(({ row }) => !existing.has(kind.shape.identityOf(row.cells))),
    sites: named.size,
    absent: isAllAbsent ? { sites: [...absentSites], zones: [...absentZones.values()] } : NOTHING_ABSENT,
  };
}

/** The names of sites in a cell: the name of one, which may contain a `|`, or several. */
const namesIn = (cell = '', areSeveral: boolean): readonly string[] => [
  ...new Set(
    (areSeveral ? cell.split('|') : [cell]).map((name) => name.trim()).filter((name) => name !== ''),
  ),
];

/**
 * Creates the places that a file names. `keyOf` returns the same key for the same place, so that an attempt after a lost answer
 * creates none twice.
 */
export async function createAbsent(
  { sites, zones }: Absent,
  { guard, tenantId, signal, timeZone }: Omit<Reading, 'onSite'> & { readonly timeZone: string },
  keyOf: (place: string) => string,
): Promise<void> {
  const created = new Map<string, string>();
  for (const name of sites) {
    const site = { name, timezone: timeZone };
    const options = { tenantId, idempotencyKey: keyOf(JSON.stringify([name])), signal };
    created.set(name, (await guard.sites.create(site, options)).id);
  }
  if (zones.length === 0) return;
  const known = byPlainName(await guard.sites.list({ limit: 100, tenant_id: tenantId }, { signal }).all());
  for (const { site, zone } of zones) {
    const siteId = created.get(site) ?? known.get(site)?.[0]?.id ?? '';
    const idempotencyKey = keyOf(JSON.stringify([site, zone]));
    await guard.zones.create(siteId, { name: zone }, { idempotencyKey, signal });
  }
}
