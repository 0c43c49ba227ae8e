import { closeSync, fsyncSync, openSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { startEngine } from '../lib/local/engine.ts';
import { DATA_FILE } from '../lib/local/find-engine.ts';
import { TABLE_NAME } from '../lib/local/function-environment.ts';
import { ALERTS, type Alert } from '../shared/alerts/alert.ts';
import { findUnfilledIndexes } from '../shared/alerts/find-unfilled-indexes.ts';
import { indexNames } from '../shared/table/index-keys.ts';
import { type CallLimits, connectTable } from '../shared/table/table.ts';
import { benchAlerts } from './bench-alerts.ts';
import { type BenchData, makeBenchData } from './bench-data.ts';
import { DEEP_TOLERANCE, unitsOf } from './budgets.ts';
import { type Counted, type CountedList, countLists } from './count-lists.ts';
import { withCountedGuard } from './counted-guard.ts';
import { itemBytes } from './item-size.ts';
import {
  describeFilters,
  EMPTY_FILTERS,
  filterCombinations,
  type ListData,
  type ListedAlert,
} from './list-cases.ts';
import type { Row } from './print-table.ts';
import { writeBenchData } from './write-bench-data.ts';

/** The number of alerts in each transaction. */
const PORTION = 10_000;

/** The cache is large enough for the index entries of one transaction. */
const CACHE_KIB = 256 * 1_024;

/**
 * Writes alerts into the file of the stopped embedded engine, because a million take an hour through its API. The engine
 * does not guarantee the file's format. With another format this throws, or later reads return unexpected pages.
 */
function writeEngineFile(folder: string, tableName: string, alerts: Iterable<Alert>): void {
  const database = new DatabaseSync(join(folder, DATA_FILE));
  const names = indexNames(ALERTS.indexes);
  const entriesOf = (index: string) => `"${tableName}::gsi::${index}`;
  // Entries are larger than a quarter of the default page, which would waste space.
  database.exec('PRAGMA journal_mode = DELETE; PRAGMA page_size = 16384; VACUUM');
  // The file is discarded after an error.
  database.exec(`PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -${CACHE_KIB}`);
  // The engine finds the entries of a written item by this index. Recreating it is faster than updating it.
  for (const index of names) database.exec(`DROP INDEX ${entriesOf(index)}::base_key"`);
  const insertItem = database.prepare(
    `INSERT INTO "${tableName}" (pk, sk, item_json, item_size) VALUES (?, ?, ?, ?)`,
  );
  const insertEntries = names.map((index) =>
    database.prepare(
      `INSERT INTO ${entriesOf(index)}" (gsi_pk, gsi_sk, table_pk, table_sk, item_json) VALUES (?, ?, ?, ?, ?)`,
    ),
  );
  let written = 0;
  database.exec('BEGIN');
  for (const alert of alerts) {
    const item = ALERTS.item(alert);
    const [pk, sk, id] = [keyOf(item.pk), keyOf(item.sk), keyOf(item.id)];
    const [data, ...keys] = [item.data, item.pk, item.sk, item.id].map((value) =>
      JSON.stringify(wireValue(value)),
    );
    insertItem.run(pk, sk, JSON.stringify(wireMembers(item)), itemBytes(item));
    for (const [place, index] of names.entries()) {
      const value = String(item[index]);
      const entry = `{"${index}":${JSON.stringify(wireValue(value))},"data":${data},"pk":${keys[0]},"sk":${keys[1]},"id":${keys[2]}}`;
      insertEntries[place]?.run(keyOf(value), id, pk, sk, entry);
    }
    written += 1;
    if (written % PORTION === 0) database.exec('COMMIT; BEGIN');
  }
  database.exec('COMMIT');
  for (const index of names) {
    database.exec(`CREATE INDEX ${entriesOf(index)}::base_key" ON ${entriesOf(index)}" (table_pk, table_sk)`);
  }
  database.close();
  // Pending writes to the disk would slow later reads.
  const file = openSync(join(folder, DATA_FILE), 'r+');
  fsyncSync(file);
  closeSync(file);
}

/** A key's value with its type, as the engine stores it. */
const keyOf = (value: string) => `S:${value}`;

/** A value as DynamoDB writes it (AWS, "Data type descriptors"). An alert has these types and no others. */
function wireValue(value: unknown): unknown {
  if (typeof value === 'string') return { S: value };
  if (value === null) return { NULL: true };
  if (typeof value === 'object') return { M: wireMembers(value) };
  throw new Error(`An alert has no ${typeof value}`);
}

function wireMembers(map: object): object {
  return Object.fromEntries(Object.entries(map).map(([name, value]) => [name, wireValue(value)]));
}

const SIZES = [1_000, 10_000, 100_000, 1_000_000];

const DEEP_PAGES = 10_000;

/** From this number of alerts on, no page may read more items, because every merged partition has a page by then. */
const FULL_FROM = 10_000;

/** The counts of the lists of one size, in the order of scopes and filters. */
interface Size {
  readonly alerts: number;
  readonly lists: readonly CountedList[];
}

interface Growth extends Counted {
  /** The list that grows most, and the ratio of its units. */
  readonly most: { readonly ratio: number; readonly list: string };
}

interface ComparedList {
  readonly name: string;
  readonly ratio: number;
  readonly row: Row;
  readonly faults: readonly string[];
}

/**
 * Compares the first page and page 10,000 of every list from a thousand alerts to a million. The newest thousand are the
 * same at every size and all alerts have the same size, so only the number of alerts and the depth of the page differ. A
 * page that reads less at a small size, because a partition has too few items, is compared with the smallest size at
 * which it reads as many items as at the largest.
 */
export async function countGrowth(counts: readonly number[] = SIZES): Promise<Growth> {
  const sizes: Size[] = [];
  for (const alerts of counts) sizes.push({ alerts, lists: await countSize(alerts) });
  const names = sizes[0]?.lists.map(({ scope, filters }) => `${scope}, ${describeFilters(filters)}`) ?? [];
  const counted = names.map((name, place) => compare(name, place, sizes));
  const [most] = counted.toSorted((a, b) => b.ratio - a.ratio);
  return {
    rows: counted.map(({ row }) => row),
    faults: counted.flatMap(({ faults }) => faults),
    most: { ratio: most?.ratio ?? Number.NaN, list: most?.name ?? '' },
  };
}

async function countSize(count: number): Promise<CountedList[]> {
  const folder = await mkdtemp(join(tmpdir(), 'guard-growth-'));
  try {
    const startedAt = performance.now();
    const data = await writeSize(count, folder);
    console.log(`Wrote ${count} alerts in ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`);
    const engine = await startEngine({ dataFolder: folder });
    await checkFile(engine.endpoint);
    try {
      const filters = [...filterCombinations(), ...EMPTY_FILTERS];
      return await withCountedGuard(engine.endpoint, (guard, proxy) =>
        countLists(guard, proxy, data, { filters, deepPages: DEEP_PAGES }),
      );
    } finally {
      await engine.stop();
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Writes the accounts through the engine and the alerts into its file. Keeps only the fields that lists need. */
async function writeSize(count: number, folder: string): Promise<ListData> {
  const data: BenchData = makeBenchData(0);
  const engine = await startEngine({ dataFolder: folder });
  const table = connectTable({ tableName: TABLE_NAME, dynamodbEndpoint: engine.endpoint });
  try {
    await writeBenchData(table, data);
  } finally {
    table.client.destroy();
    await engine.stop();
  }
  const alerts: ListedAlert[] = [];
  const made = benchAlerts(count, data.origin).map((alert) => {
    const { id, site_id, type, severity, status } = alert;
    alerts.push({ id, site_id, type, severity, status });
    return alert;
  });
  writeEngineFile(folder, TABLE_NAME, made);
  return { ...data, alerts };
}

/** The first reads of a large file exceed the timeout of a function. */
const PATIENT: CallLimits = {
  connectionTimeoutMilliseconds: 10_000,
  requestTimeoutMilliseconds: 120_000,
  attempts: 3,
};

/** Throws if the engine does not find the alerts in every index. */
async function checkFile(endpoint: string): Promise<void> {
  const table = connectTable({ tableName: TABLE_NAME, dynamodbEndpoint: endpoint }, PATIENT);
  try {
    const unfilled = await findUnfilledIndexes(table, indexNames(ALERTS.indexes));
    if (unfilled.length > 0) throw new Error(`The engine finds no alerts in ${unfilled.join(', ')}`);
  } finally {
    table.client.destroy();
  }
}

function compare(name: string, place: number, sizes: readonly Size[]): ComparedList {
  const counted = sizes.flatMap(({ alerts, lists }) => {
    const list = lists[place];
    return list ? [{ alerts, first: list.pages[0], deep: list.pages[1] }] : [];
  });
  const largest = counted.at(-1);
  const full = counted.find(({ first }) => first.itemsRead === largest?.first.itemsRead);
  if (!largest || !full) throw new Error(`${name} was not counted`);
  const compared = counted.filter(({ alerts }) => alerts >= full.alerts);
  const most = Math.max(...compared.flatMap(({ first, deep }) => [unitsOf(first), unitsOf(deep)]));
  const ratio = most / unitsOf(full.first);
  return {
    name,
    ratio,
    row: {
      list: name,
      ...Object.fromEntries(
        counted.map(({ alerts, first, deep }) => [
          `units, ${alerts}`,
          `${unitsOf(first)} → ${unitsOf(deep)}`,
        ]),
      ),
      'items read': `${largest.first.itemsRead} → ${largest.deep.itemsRead}`,
      'deepest page': largest.deep.pagesBefore,
      'full from': full.alerts,
      'largest / full': ratio.toFixed(2),
    },
    faults: [
      ...(full.alerts > FULL_FROM ? [`${name}: reads more items up to ${full.alerts} alerts`] : []),
      ...(ratio > DEEP_TOLERANCE ? [`${name}: grows to ${ratio.toFixed(2)} times its units`] : []),
    ],
  };
}
