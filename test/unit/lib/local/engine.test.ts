import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { ensureTable } from '../../../../lib/local/create-table.ts';
import { startEngine } from '../../../../lib/local/engine.ts';
import { dynoxide, findEngine } from '../../../../lib/local/find-engine.ts';
import { LocalServerError } from '../../../../lib/local/local-server-error.ts';
import { INDEX_NAMES } from '../../../../shared/table/definition.ts';
import { eventually } from '../../../support/eventually.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const ENGINE_MODULE = new URL('../../../../lib/local/engine.ts', import.meta.url);
const isInstalled = await findEngine(process.env).then(
  () => true,
  () => false,
);

let folder = '';

beforeEach(async () => {
  folder = await temporaryFolder();
});

async function start(options: Parameters<typeof startEngine>[0]) {
  const engine = await startEngine(options);
  onTestFinished(() => engine.stop());
  return engine;
}

function clientOf(endpoint: string): DynamoDBClient {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = new DynamoDBClient({ endpoint, region: 'local', credentials, maxAttempts: 1 });
  onTestFinished(() => client.destroy());
  return client;
}

describe.skipIf(!isInstalled)('the engine', () => {
  test('A stopped database engine answers no requests, and stopping the engine again does no harm', async () => {
    const { endpoint, stop } = await start({ dataFolder: undefined });
    expect((await fetch(endpoint)).status).toBe(200);
    await stop();
    await expect(fetch(endpoint)).rejects.toThrow();
    await stop();
  });

  test('A database engine is not taken for started when another process answers at its port', async () => {
    const other = createServer((_, response) => response.end('hello'));
    other.listen(0);
    await once(other, 'listening');
    onTestFinished(() => void other.close());
    const place = { host: '127.0.0.1', port: (other.address() as AddressInfo).port };
    await expect(startEngine({ dataFolder: undefined, place })).rejects.toThrow(/already in use/);
  });

  test('A local database engine rejects requests of web pages, or listens at another address than 127.0.0.1', async () => {
    const { endpoint, place } = await start({ dataFolder: undefined });
    const headers = { Origin: 'https://guard.example', 'Access-Control-Request-Method': 'POST' };
    const answer = await fetch(endpoint, { method: 'OPTIONS', headers });
    if (answer.headers.get('access-control-allow-origin') !== null) {
      expect(place.host).not.toBe('127.0.0.1');
      await expect(fetch(`http://127.0.0.1:${place.port}`)).rejects.toThrow();
    }
  });

  test('Several database engines can run at the same time', async () => {
    const engines = await Promise.all([start({ dataFolder: undefined }), start({ dataFolder: undefined })]);
    expect(new Set(engines.map(({ endpoint }) => endpoint)).size).toBe(2);
  });

  test('A local database engine creates its data folder, and keeps its table after a restart', async () => {
    const dataFolder = join(folder, 'a', 'b');
    const first = await start({ dataFolder });
    expect(await ensureTable(clientOf(first.endpoint), 'guard-test')).toBe('created');
    await first.stop();
    expect((await stat(join(dataFolder, 'guard.db'))).isFile()).toBe(true);
    const second = await start({ dataFolder });
    expect(await ensureTable(clientOf(second.endpoint), 'guard-test')).toBe('exists');
  });

  test('The local server creates the table in its database engine with the indexes that Guard’s CDK stack defines', async () => {
    const { endpoint } = await start({ dataFolder: undefined });
    const client = clientOf(endpoint);
    await ensureTable(client, 'guard-test');
    const { Table } = await client.send(new DescribeTableCommand({ TableName: 'guard-test' }));
    expect(Table?.GlobalSecondaryIndexes?.map(({ IndexName }) => IndexName).sort()).toEqual(
      [...INDEX_NAMES].sort(),
    );
    expect(Table?.GlobalSecondaryIndexes?.[0]?.Projection).toEqual({
      ProjectionType: 'INCLUDE',
      NonKeyAttributes: ['data'],
    });
  });

  test.each([
    ['that the server creates', false],
    ['that was created without a stream', true],
  ])(
    'The local server enables the stream of a table %s if functions receive table changes',
    async (_, wasThere) => {
      const client = clientOf((await start({ dataFolder: undefined })).endpoint);
      const streamOf = async () => {
        const { Table } = await client.send(new DescribeTableCommand({ TableName: 'guard-test' }));
        return { specification: Table?.StreamSpecification, arn: Table?.LatestStreamArn };
      };
      if (wasThere) {
        await ensureTable(client, 'guard-test');
        expect(await streamOf()).toEqual({});
      }
      await ensureTable(client, 'guard-test', { hasStream: true });
      const stream = await streamOf();
      expect(stream).toEqual({
        specification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
        arn: expect.stringContaining('guard-test/stream'),
      });
      for (const hasStream of [true, false]) {
        await ensureTable(client, 'guard-test', { hasStream });
        expect(await streamOf()).toEqual(stream);
      }
    },
  );

  test.skipIf(process.platform === 'win32')(
    'A local database engine ends when the process that started it is killed',
    async () => {
      const code = `
      import { startEngine } from ${JSON.stringify(ENGINE_MODULE.href)};
      console.log((await startEngine({ dataFolder: undefined })).endpoint);
      setInterval(() => {}, 1000);`;
      const parent = spawn(process.execPath, ['--input-type=module', '--eval', code]);
      onTestFinished(() => void parent.kill('SIGKILL'));
      const [endpoint] = await once(createInterface(parent.stdout), 'line');
      expect((await fetch(endpoint)).status).toBe(200);
      parent.kill('SIGKILL');
      await eventually(() => expect(fetch(endpoint)).rejects.toThrow());
    },
  );
});

test('Starting a database engine fails if its program is not installed', async () => {
  await expect(
    startEngine({ dataFolder: undefined, program: dynoxide(join(folder, 'nothing')) }),
  ).rejects.toThrow(/^The DynamoDB engine \S+nothing did not start: [^\n]+$/);
});

test('If a database engine ends during its start, the error contains the engine’s message', async () => {
  const command = join(folder, 'engine.sh');
  await writeFile(command, '#!/bin/sh\necho "no licence" >&2\nexit 3\n');
  await chmod(command, 0o755);
  await expect(startEngine({ dataFolder: undefined, program: dynoxide(command) })).rejects.toThrow(
    /did not start: no licence\.$/,
  );
});

test('If the data folder cannot be created, the local server’s error names the setting GUARD_DATA', async () => {
  const file = join(folder, 'file');
  await writeFile(file, '');
  const starting = startEngine({ dataFolder: join(file, 'data') });
  await expect(starting).rejects.toThrow(LocalServerError);
  await expect(starting).rejects.toThrow(/cannot be made: .*GUARD_DATA/);
});

test.skipIf(!isInstalled)(
  'If the database engine cannot read its data, the local server’s error names the setting of the data folder',
  async () => {
    await mkdir(join(folder, 'guard.db'));
    await expect(startEngine({ dataFolder: folder })).rejects.toThrow(/unable to open .*GUARD_DATA/);
  },
);
