#!/bin/sh
# A query of sort keys that begin with "ALERT#" also finds "alert#2", in dynoxide, an engine for DynamoDB on localhost.
#
# dynoxide 1.2.1 (npm, @dynoxide/linux-x64) does not distinguish capitals from small letters in `begins_with` of a key condition.
# DynamoDB compares the bytes of the keys. A range of the same keys (`BETWEEN`) is exact in both. Seen: `begins_with` found
# ALERT#1 and alert#2, BETWEEN found ALERT#1.
#
# Who is surprised: whoever keeps ids in sort keys that differ in case only, and tests a list on localhost.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . @dynoxide/linux-x64@1.2.1 @aws-sdk/client-dynamodb@3.1162.0
cat >begins.mjs <<'JS'
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { DynamoDB } from '@aws-sdk/client-dynamodb';

const PORT = 20_000 + (process.pid % 20_000);
const engine = spawn('node_modules/@dynoxide/linux-x64/dynoxide', ['serve', '--port', String(PORT)], { stdio: 'ignore' });
const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
const client = new DynamoDB({ endpoint: `http://127.0.0.1:${PORT}`, region: 'local', credentials, maxAttempts: 1 });
try {
  for (let wait = 0; wait < 500; wait += 1) {
    if (await client.listTables({}).catch(() => undefined)) break;
    await delay(10);
  }
  const TableName = 'things';
  await client.createTable({
    TableName,
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: [
      { AttributeName: 'pk', KeyType: 'HASH' },
      { AttributeName: 'sk', KeyType: 'RANGE' },
    ],
    AttributeDefinitions: ['pk', 'sk'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
  });
  for (const sk of ['ALERT#1', 'alert#2']) await client.putItem({ TableName, Item: { pk: { S: 'one' }, sk: { S: sk } } });
  const find = async (condition, values) => {
    const { Items } = await client.query({
      TableName,
      KeyConditionExpression: `pk = :pk AND ${condition}`,
      ExpressionAttributeValues: { ':pk': { S: 'one' }, ...values },
    });
    return Items.map(({ sk }) => sk.S).join(' ');
  };
  const from = { ':from': { S: 'ALERT#' } };
  const begins = await find('begins_with(sk, :from)', from);
  const between = await find('sk BETWEEN :from AND :to', { ...from, ':to': { S: 'ALERT#~' } });
  const { version } = JSON.parse(readFileSync('node_modules/@dynoxide/linux-x64/package.json', 'utf8'));
  console.log(`dynoxide ${version}\nbegins_with: ${begins}\nBETWEEN:     ${between}`);
  if (begins !== 'ALERT#1 alert#2') throw new Error('begins_with distinguishes capitals now');
  if (between !== 'ALERT#1') throw new Error('BETWEEN finds something else now');
} finally {
  client.destroy();
  engine.kill();
}
JS
node --no-warnings begins.mjs
