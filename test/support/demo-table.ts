import { randomBytes, randomUUID } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { TableOptions } from '../../lib/local/create-table.ts';
import { seedDemoData } from '../../lib/local/demo-data.ts';
import { makeEngineFolder } from '../../lib/local/engine-folder.ts';
import { DATA_FILE } from '../../lib/local/find-engine.ts';
import { writeItems } from '../../lib/local/write-items.ts';
import { readAll } from './find-inconsistencies.ts';
import { prepareSnapshot } from './snapshot-file.ts';
import { sharedEndpoint, startTable, type TestTable, type TestTableOptions } from './table.ts';

/** The files of an engine with the demo data. */
interface Snapshot {
  readonly tableName: string;
  readonly files: ReadonlyMap<string, Buffer>;
}

/** BatchWriteItem takes 25 items (AWS, "BatchWriteItem"). */
const BATCH_SIZE = 25;

/** The snapshots by time and content of the data; of a shared engine, which has no files, the items. */
const snapshots = new Map<string, Promise<Snapshot>>();
const snapshotsOfItems = new Map<string, Awaited<ReturnType<typeof readAll>>>();

export interface DemoTableOptions extends TableOptions {
  /** Whether to include the alerts of the demo data, their histories and statistics, six of seven items. The default is true. */
  readonly hasAlerts?: boolean | undefined;
}

/**
 * A table with the demo data of the time `now`, in its own engine. Writing the data takes a second of processor time, so
 * each worker writes it once and every table starts with a copy of the engine's files or items, including ids.
 */
export async function startDemoTable(
  now: Date,
  { hasAlerts = true, ...options }: DemoTableOptions = {},
): Promise<TestTable> {
  const key = `${now.toISOString()} ${hasAlerts}`;
  if (sharedEndpoint()) {
    const table = await startTable(options);
    const items = snapshotsOfItems.get(key);
    if (items) await writeItems(table, items);
    else {
      await fill(table, now, hasAlerts);
      snapshotsOfItems.set(key, await readAll(table));
    }
    return table;
  }
  const snapshot = snapshots.get(key) ?? takeSnapshot(now, hasAlerts);
  snapshots.set(key, snapshot);
  const { tableName, files } = await snapshot;
  return startInFolder(files, { ...options, name: tableName });
}

async function takeSnapshot(now: Date, hasAlerts: boolean): Promise<Snapshot> {
  const tableName = `guard-test-${randomUUID()}`;
  const files = new Map<string, Buffer>();
  const table = await startInFolder(files, { name: tableName }, async (folder) => {
    await prepareSnapshot(join(folder, DATA_FILE));
    for (const file of await readdir(folder)) files.set(file, await readFile(join(folder, file)));
  });
  await fill(table, now, hasAlerts);
  await table.stop();
  return { tableName, files };
}

async function fill(table: TestTable, now: Date, hasAlerts: boolean): Promise<void> {
  await seedDemoData(table, { now, randomBytes });
  if (hasAlerts) return;
  const ofAlerts = (await readAll(table)).filter(
    ({ pk, sk }) => pk.startsWith('STATISTICS#') || /^(ALERT|HISTORY)#/.test(sk),
  );
  for (let place = 0; place < ofAlerts.length; place += BATCH_SIZE) {
    const batch = ofAlerts.slice(place, place + BATCH_SIZE);
    const requests = batch.map(({ pk, sk }) => ({ DeleteRequest: { Key: { pk, sk } } }));
    const { UnprocessedItems = {} } = await table.client.send(
      new BatchWriteCommand({ RequestItems: { [table.name]: requests } }),
    );
    if (Object.keys(UnprocessedItems).length > 0) throw new Error('The table did not take a whole batch');
  }
}

/** Starts an engine on files in a temporary folder, which is deleted after `atEnd`. */
async function startInFolder(
  files: Snapshot['files'],
  options: TestTableOptions,
  atEnd: (folder: string) => Promise<void> = async () => {},
): Promise<TestTable> {
  const dataFolder = await makeEngineFolder();
  for (const [file, content] of files) await writeFile(join(dataFolder, file), content);
  const table = await startTable({ ...options, dataFolder });
  return {
    ...table,
    async stop() {
      await table.stop();
      await atEnd(dataFolder);
      await rm(dataFolder, { recursive: true });
    },
  };
}
