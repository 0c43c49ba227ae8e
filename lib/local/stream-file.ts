import type { DatabaseSync } from 'node:sqlite';
import { reasonOf } from './local-server-error.ts';

/**
 * How many of a table's newest records stay. The local server reads records within milliseconds, so it has read all others.
 * The newest record must stay, because the engine continues from its number.
 */
export const KEPT_RECORDS = 10_000;

/** How many records are deleted together, because each deletion has a fixed cost. */
const DELETED_TOGETHER = 100;

/** What the engine looks for at each write, and at each read of the stream. */
const INDEXES = [
  'CREATE INDEX IF NOT EXISTS guard_last ON _stream_records (table_name, CAST(sequence_number AS INTEGER))',
  'CREATE INDEX IF NOT EXISTS guard_next ON _stream_records (table_name, shard_id, CAST(sequence_number AS INTEGER))',
];

const PRUNE_WHILE_IT_RUNS = `
  CREATE TRIGGER IF NOT EXISTS guard_prune AFTER INSERT ON _stream_records WHEN NEW.id % ${DELETED_TOGETHER} = 0 BEGIN
    DELETE FROM _stream_records WHERE table_name = NEW.table_name AND id <= NEW.id - ${KEPT_RECORDS};
  END`;

/** How long it waits for a write of the engine. */
const WAIT_MILLISECONDS = 2_000;

/**
 * Keeps the embedded engine as fast as it was at first. It records the changes of tables in its file, never deletes a record,
 * and looks for the last one at each write without an index (findings/dynoxide-stream-growth.sh). This deletes old records,
 * now and while the engine runs, and adds the indexes. If another version of the engine has another file, it only logs why
 * nothing was done.
 */
export async function keepStreamFast(file: string, log: (line: string) => void): Promise<void> {
  try {
    const database = await openDatabase(file);
    try {
      deleteOldRecords(database);
      for (const statement of [...INDEXES, PRUNE_WHILE_IT_RUNS]) database.exec(statement);
    } finally {
      database.close();
    }
  } catch (error) {
    log(`writing gets slower with each change, because the engine has another file: ${reasonOf(error)}`);
  }
}

function deleteOldRecords(database: DatabaseSync): void {
  const tables = database.prepare(
    'SELECT table_name, max(id) AS newest FROM _stream_records GROUP BY table_name',
  );
  const remove = database.prepare('DELETE FROM _stream_records WHERE table_name = ? AND id <= ?');
  for (const { table_name: name = null, newest } of tables.all())
    remove.run(name, Number(newest) - KEPT_RECORDS);
}

async function openDatabase(file: string): Promise<DatabaseSync> {
  const sqlite = await import('node:sqlite');
  return new sqlite.DatabaseSync(file, { timeout: WAIT_MILLISECONDS });
}
