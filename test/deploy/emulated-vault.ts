import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { CreateTableCommand, DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { BatchWriteCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { Table } from '../../shared/table/table.ts';
import { readAll } from '../support/find-inconsistencies.ts';
import { ACCOUNT, REGION } from './ministack.ts';

/**
 * The vault of docs/runbook.md's other region, with what the runbook asks of AWS Backup: MiniStack 1.5 has neither recovery
 * points nor restore jobs.
 */
export interface EmulatedVault {
  /** Of AWS Backup. */
  readonly endpoint: string;
  /** Copies a table of any engine into the vault, as the daily job does. */
  keep(table: Table): Promise<void>;
  stop(): void;
}

/** BatchWriteItem takes 25 items (AWS, "BatchWriteItem"). */
const BATCH_SIZE = 25;

const restoreSchema = z.object({
  RecoveryPointArn: z.string(),
  ResourceType: z.literal('DynamoDB'),
  IamRoleArn: z.literal(`arn:aws:iam::${ACCOUNT}:role/guard-restore`),
  Metadata: z.object({ targetTableName: z.string(), encryptionType: z.literal('Default') }),
});

/** Restores to the DynamoDB at `endpoint`. */
export async function startVault(endpoint: string): Promise<EmulatedVault> {
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint, region: REGION, credentials }));
  const points = new Map<string, (target: string) => Promise<void>>();
  const vaults = new Set<string>();

  async function answer(
    method: string,
    [kind, name = '', ...rest]: string[],
    body: string,
  ): Promise<unknown> {
    const what = `${method} ${[kind, ...rest].join('/')}`;
    if (/^PUT (account|global)-settings$/.test(what)) return {};
    if (what === 'PUT backup-vaults') {
      vaults.add(name);
      return { BackupVaultArn: `arn:aws:backup:${REGION}:${ACCOUNT}:backup-vault:${name}` };
    }
    if (what === 'PUT restore-jobs') {
      const { RecoveryPointArn, Metadata } = restoreSchema.parse(JSON.parse(body));
      await points.get(RecoveryPointArn)?.(Metadata.targetTableName);
      return points.has(RecoveryPointArn) ? { RestoreJobId: randomUUID() } : undefined;
    }
    if (what === 'GET restore-jobs') return { Status: 'COMPLETED', PercentDone: '100.00%' };
    if (kind !== 'backup-vaults' || !vaults.has(name)) return undefined;
    if (what === 'PUT backup-vaults/access-policy')
      return JSON.parse(z.object({ Policy: z.string() }).parse(JSON.parse(body)).Policy);
    if (what === 'PUT backup-vaults/vault-lock') return {};
    if (what === 'GET backup-vaults/recovery-points')
      return {
        RecoveryPoints: [...points.keys()].map((RecoveryPointArn, CreationDate) => ({
          RecoveryPointArn,
          CreationDate,
          Status: 'COMPLETED',
        })),
      };
    return what.endsWith('/restore-metadata') ? { RestoreMetadata: {} } : undefined;
  }

  const server = createServer(async (request: IncomingMessage, response) => {
    const segments =
      decodeURIComponent(request.url ?? '')
        .split('?')[0]
        ?.split('/')
        .filter(Boolean) ?? [];
    const body = String(await buffer(request));
    const result = await answer(request.method ?? '', segments, body).catch(String);
    response.statusCode = typeof result === 'object' ? 200 : 400;
    response
      .setHeader('Content-Type', 'application/json')
      .end(JSON.stringify(response.statusCode === 200 ? result : { message: result ?? 'Unknown' }));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async keep(table) {
      const { Table = {} } = await table.client.send(new DescribeTableCommand({ TableName: table.name }));
      const items = await readAll(table);
      points.set(`arn:aws:backup:${REGION}:${ACCOUNT}:recovery-point:${randomUUID()}`, async (TableName) => {
        // Without tags, stream, expiry, continuous backups and protection from deletion, as AWS restores it.
        await client.send(
          new CreateTableCommand({
            TableName,
            BillingMode: 'PAY_PER_REQUEST',
            KeySchema: Table.KeySchema,
            AttributeDefinitions: Table.AttributeDefinitions,
            GlobalSecondaryIndexes: Table.GlobalSecondaryIndexes?.map(
              ({ IndexName, KeySchema, Projection }) => ({ IndexName, KeySchema, Projection }),
            ),
          }),
        );
        for (let place = 0; place < items.length; place += BATCH_SIZE) {
          const puts = items.slice(place, place + BATCH_SIZE).map((Item) => ({ PutRequest: { Item } }));
          await client.send(new BatchWriteCommand({ RequestItems: { [TableName]: puts } }));
        }
      });
    },
    stop() {
      server.close();
      client.destroy();
    },
  };
}
