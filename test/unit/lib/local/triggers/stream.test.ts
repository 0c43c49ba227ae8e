import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ensureTable } from '../../../../../lib/local/create-table.ts';
import { startEngine } from '../../../../../lib/local/engine.ts';
import { findEngine } from '../../../../../lib/local/find-engine.ts';
import { Bell, pause } from '../../../../../lib/local/triggers/host.ts';
import { followStream } from '../../../../../lib/local/triggers/stream.ts';
import { defineTrigger } from '../../../../../shared/lambda/trigger.ts';
import { TABLE_KEYS } from '../../../../../shared/table/definition.ts';
import { connectTable } from '../../../../../shared/table/table.ts';
import { eventually } from '../../../../support/eventually.ts';
import { temporaryFolder } from '../../../../support/temporary-folder.ts';
import { makeTrialHost } from '../../../../support/trigger-host.ts';

const isInstalled = await findEngine(process.env).then(
  () => true,
  () => false,
);

const READER = defineTrigger('trials/read', {
  description: 'Reads changes',
  trigger: {
    kind: 'stream',
    changes: { INSERT: ['SITE#'], MODIFY: ['SITE#'], REMOVE: ['SITE#'] },
    batchSize: 10,
    maximumAgeSeconds: 3_600,
    retries: 0,
  },
});
const OTHER_READER = defineTrigger('trials/read-removals', {
  description: 'Reads removals',
  trigger: { ...READER.trigger, changes: { REMOVE: ['SITE#'] } },
});

const REST_MILLISECONDS = 12_345;

async function makeFolder(): Promise<string> {
  const folder = await temporaryFolder();
  return folder;
}

async function start(dataFolder?: string) {
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' });
  let engine = await startEngine({ dataFolder });
  onTestFinished(() => engine.stop());
  const { endpoint, place } = engine;
  const table = connectTable({ tableName: 'guard-test', dynamodbEndpoint: endpoint });
  onTestFinished(() => table.client.destroy());
  await ensureTable(table.client, table.name);

  const host = makeTrialHost();
  let engineStarts = 1;
  const key = (sortKey: string) => ({
    [TABLE_KEYS.partitionKey]: 'TENANT#1',
    [TABLE_KEYS.sortKey]: sortKey,
  });
  return {
    host,
    addStream: () => ensureTable(table.client, table.name, { hasStream: true }),
    put: (sortKey: string, name: string) =>
      table.client.send(new PutCommand({ TableName: table.name, Item: { ...key(sortKey), name } })),
    remove: (sortKey: string) =>
      table.client.send(new DeleteCommand({ TableName: table.name, Key: key(sortKey) })),
    async follow({
      rest,
      ...options
    }: {
      pollMilliseconds?: number;
      changed?: Bell;
      rest?: Promise<void>;
    } = {}) {
      const source = {
        tableName: table.name,
        endpoint,
        engineStarts: () => engineStarts,
        pollMilliseconds: 2,
        ...(rest ? { restMilliseconds: REST_MILLISECONDS } : {}),
        ...options,
      };
      const { ended } = await followStream([READER, OTHER_READER], source, {
        ...host,
        pause: (milliseconds, signal) =>
          rest && milliseconds === REST_MILLISECONDS ? rest : pause(milliseconds, signal),
      });
      onTestFinished(async () => {
        host.stop();
        await ended;
      });
    },
    /** The server comes to know that the engine is back when something has been written already. */
    async restartEngine(meanwhile = async () => {}) {
      host.isUp = false;
      await engine.stop();
      engine = await startEngine({ dataFolder, place });
      await ensureTable(table.client, table.name, { hasStream: true });
      await meanwhile();
      engineStarts += 1;
      host.isUp = true;
    },
    /** The events that the functions got, in order. */
    got: (name = READER.name) =>
      host.runs
        .filter((run) => run.name === name)
        .flatMap(({ event }) => (event as DynamoDBStreamEvent).Records)
        .map(summary),
  };
}

const summary = ({ eventName, dynamodb }: DynamoDBRecord) =>
  [
    eventName,
    dynamodb?.Keys?.[TABLE_KEYS.sortKey]?.S,
    dynamodb?.OldImage?.['name']?.S,
    dynamodb?.NewImage?.['name']?.S,
  ].join(' ');

describe.skipIf(!isInstalled)('stream functions', () => {
  test('Local stream functions receive table changes in order, with the old and the new item, but no changes from before the start', async () => {
    const { addStream, put, remove, follow, got } = await start();
    await addStream();
    await put('SITE#0', 'before');
    await follow();
    await put('SITE#1', 'Gate');
    await put('ZONE#1', 'not asked for');
    await put('SITE#1', 'Gate');
    await put('SITE#1', 'Door');
    await remove('SITE#1');
    await eventually(() =>
      expect(got()).toEqual(['INSERT SITE#1  Gate', 'MODIFY SITE#1 Gate Door', 'REMOVE SITE#1 Door ']),
    );
    await eventually(() => expect(got(OTHER_READER.name)).toEqual(['REMOVE SITE#1 Door ']));
  });

  test('The local server reads the stream at once after the signal that a function has written, without frequent polling', async () => {
    const { addStream, put, follow, got } = await start();
    await addStream();
    const changed = new Bell();
    await follow({ pollMilliseconds: 3_600_000, changed });
    for (const name of ['1', '2']) {
      await put(`SITE#${name}`, 'Gate');
      changed.ring();
      await eventually(() => expect(got()).toContain(`INSERT SITE#${name}  Gate`));
    }
  });

  test('The local server delivers the first change of a burst at once, and those of the rest after it together', async () => {
    const { addStream, put, follow, got, host } = await start();
    await addStream();
    const { promise: rest, resolve: endRest } = Promise.withResolvers<void>();
    await follow({ rest });
    await put('SITE#1', 'Gate');
    await eventually(() => expect(got()).toEqual(['INSERT SITE#1  Gate']));
    await put('SITE#2', 'Door');
    await put('SITE#3', 'Roof');
    endRest();
    await eventually(() => expect(got()).toHaveLength(3));
    expect(host.runs.filter(({ name }) => name === READER.name)).toHaveLength(2);
  });

  test('The local server continues to read the stream after an engine restarts with its data', async () => {
    const { addStream, put, follow, restartEngine, got, host } = await start(await makeFolder());
    await addStream();
    await follow();
    await put('SITE#1', 'Gate');
    await eventually(() => expect(got()).toHaveLength(1));
    await restartEngine();
    await put('SITE#2', 'Door');
    await eventually(() => expect(got()).toEqual(['INSERT SITE#1  Gate', 'INSERT SITE#2  Door']));
    expect(host.lines).toEqual([]);
  });

  test('Local functions receive changes that were written to a restarted engine before the first read of its stream', async () => {
    const { addStream, put, follow, restartEngine, got } = await start(await makeFolder());
    await addStream();
    await follow();
    await restartEngine(async () => void (await put('SITE#1', 'Gate')));
    await eventually(() => expect(got()).toEqual(['INSERT SITE#1  Gate']));
  });

  test('After an engine restarts without its data, the local server reads the new stream instead of continuing the old one', async () => {
    const { addStream, put, follow, restartEngine, got } = await start();
    await addStream();
    await follow();
    for (let id = 0; id < 20; id += 1) await put(`SITE#old${id}`, 'Gate');
    await eventually(() => expect(got()).toHaveLength(20));
    await restartEngine();
    // Fewer changes than the old stream had: where that was read to must not count in the new one.
    const SELDOM_MILLISECONDS = 200;
    await eventually(async () => {
      await put(`SITE#${performance.now()}`, 'Door');
      expect(got().length).toBeGreaterThan(20);
    }, SELDOM_MILLISECONDS);
  });

  test('The local server fails to start stream functions if the table has no stream', async () => {
    const { follow } = await start();
    await expect(follow()).rejects.toThrow('The table guard-test has no stream.');
  });
});
