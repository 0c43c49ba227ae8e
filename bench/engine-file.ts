import { closeSync, fsyncSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DATA_FILE } from '../lib/local/find-engine.ts';
import { ALERTS, type Alert } from '../shared/alerts/alert.ts';
import { indexNames } from '../shared/table/index-keys.ts';
import { itemBytes } from './item-size.ts';

/** The number of alerts in each transaction. */
const PORTION = 10_000;

/** The cache is large enough for the index entries of one transaction. */
const CACHE_KIB = 256 * 1_024;

/**
 * Writes alerts into the file of the stopped embedded engine, because a million take an hour through its API. The engine
 * does not guarantee the file's format. With another format this throws, or later reads return unexpected pages.
 */
export function writeEngineFile(folder: string, tableName: string, alerts: Iterable<Alert>): void {
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
