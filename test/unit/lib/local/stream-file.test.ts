import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { ensureTable } from '../../../../lib/local/create-table.ts';
import { startEngine } from '../../../../lib/local/engine.ts';
import { DATA_FILE, findEngine } from '../../../../lib/local/find-engine.ts';
import { KEPT_RECORDS, keepStreamFast } from '../../../../lib/local/stream-file.ts';
import { connectTable } from '../../../../shared/table/table.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const isEmbedded = await findEngine(process.env).then(
  ({ dataFile }) => dataFile !== undefined,
  () => false,
);

let file = '';
let lines: string[] = [];

beforeEach(async () => {
  file = join(await temporaryFolder(), 'data', DATA_FILE);
  lines = [];
});

const keep = () => keepStreamFast(file, (line) => lines.push(line));

async function start() {
  const engine = await startEngine({ dataFolder: join(file, '..') });
  onTestFinished(() => engine.stop());
  const credentials = { AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local', AWS_REGION: 'local' };
  Object.assign(process.env, credentials);
  const table = connectTable({ tableName: 'guard-test', dynamodbEndpoint: engine.endpoint });
  onTestFinished(() => table.client.destroy());
  await ensureTable(table.client, table.name, { hasStream: true });
  let puts = 0;
  return {
    put() {
      puts += 1;
      const Item = { pk: 'TENANT#1', sk: `SITE#${puts}` };
      return table.client.send(new PutCommand({ TableName: table.name, Item }));
    },
  };
}

function open(): DatabaseSync {
  const database = new DatabaseSync(file);
  onTestFinished(() => database.close());
  return database;
}

/** Adds records to those of the engine, as it numbers them. */
function addRecords(database: DatabaseSync, table: string, count: number): void {
  database.exec(`
    WITH RECURSIVE place(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM place WHERE value < ${count})
    INSERT INTO _stream_records (table_name, event_name, keys_json, sequence_number, shard_id, created_at)
    SELECT '${table}', 'INSERT', '{}', CAST(last.number + value AS TEXT), 'shard', 0 FROM place,
      (SELECT COALESCE(max(CAST(sequence_number AS INTEGER)), 0) AS number FROM _stream_records WHERE table_name = '${table}') AS last`);
}

function numbersOf(database: DatabaseSync, table: string): { first: number; last: number; count: number } {
  const row = database
    .prepare(
      `SELECT min(CAST(sequence_number AS INTEGER)) AS first, max(CAST(sequence_number AS INTEGER)) AS last, count(*) AS count
       FROM _stream_records WHERE table_name = ?`,
    )
    .get(table);
  return { first: Number(row?.['first']), last: Number(row?.['last']), count: Number(row?.['count']) };
}

describe.skipIf(!isEmbedded)('the stream of the embedded engine', () => {
  test('After the local server has prepared its file, the embedded engine finds the last record of a table by an index', async () => {
    const { put } = await start();
    await put();
    await keep();
    await put();
    const plan = open()
      .prepare(
        'EXPLAIN QUERY PLAN SELECT COALESCE(MAX(CAST(sequence_number AS INTEGER)), 0) + 1 FROM _stream_records WHERE table_name = ?',
      )
      .all('guard-test');
    expect(plan.map(({ detail }) => detail)).toEqual([expect.stringContaining('INDEX guard_last')]);
    expect(numbersOf(open(), 'guard-test')).toEqual({ first: 1, last: 2, count: 2 });
    expect(lines).toEqual([]);
  });

  test('The local server deletes old records of the stream at its start, and each table keeps its newest ones', async () => {
    const { put } = await start();
    const database = open();
    addRecords(database, 'another', 3);
    addRecords(database, 'guard-test', KEPT_RECORDS + 1_000);
    await keep();
    expect(numbersOf(database, 'another')).toEqual({ first: 1, last: 3, count: 3 });
    const last = KEPT_RECORDS + 1_000;
    expect(numbersOf(database, 'guard-test')).toEqual({ first: 1_001, last, count: KEPT_RECORDS });
    await put();
    expect(numbersOf(database, 'guard-test').last).toBe(last + 1);
  });

  test('While the local server runs, the embedded engine keeps no more than the newest records of the stream', async () => {
    await start();
    await keep();
    const database = open();
    addRecords(database, 'guard-test', KEPT_RECORDS + 5_000);
    const { first, last, count } = numbersOf(database, 'guard-test');
    expect(last).toBe(KEPT_RECORDS + 5_000);
    expect(count).toBe(last - first + 1);
    expect(count).toBeGreaterThanOrEqual(KEPT_RECORDS);
    expect(count).toBeLessThan(KEPT_RECORDS + 100);
  });
});

test('If the engine has another file, the local server logs why its stream may be slow, and goes on', async () => {
  await mkdir(join(file, '..'));
  await keep();
  expect(lines).toEqual([expect.stringMatching(/gets slower.*no such table: _stream_records/)]);
});
