#!/bin/sh
# Each write to a table with a stream takes longer than the one before, in dynoxide, an engine for DynamoDB on localhost.
#
# dynoxide 1.2.1 (npm, @dynoxide/linux-x64) keeps every record of a stream, and looks for the highest sequence number of the
# table before each write, without an index. An index, which SQLite takes from any other program, makes it constant. Seen on
# two cores, milliseconds of a put: 0.34 without a stream, 0.51 with one, 8.04 after 8,600 changes, 0.56 with the index.
#
# Who is surprised: whoever leaves an application on localhost running for a day, and sees it get slower and slower.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . @dynoxide/linux-x64@1.2.1
cat >growth.mjs <<'JS'
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';

const PORT = 20_000 + (process.pid % 20_000);
const agent = new Agent({ keepAlive: true });

/** dynoxide does not verify signatures. */
const AUTHORIZATION =
  'AWS4-HMAC-SHA256 Credential=local/20261120/local/dynamodb/aws4_request, SignedHeaders=host, Signature=0';

function call(operation, input) {
  return new Promise((resolve, reject) => {
    const headers = {
      'Content-Type': 'application/x-amz-json-1.0',
      'X-Amz-Target': `DynamoDB_20120810.${operation}`,
      'X-Amz-Date': '20261120T120000Z',
      Authorization: AUTHORIZATION,
    };
    const sent = request({ agent, port: PORT, method: 'POST', headers }, async (response) => {
      let text = '';
      for await (const chunk of response) text += chunk;
      if (response.statusCode === 200) resolve(JSON.parse(text));
      else reject(new Error(text));
    });
    sent.on('error', reject);
    sent.end(JSON.stringify(input));
  });
}

async function withEngine(work) {
  const parameters = ['serve', '--port', String(PORT), '--db-path', 'data.db'];
  const engine = spawn('node_modules/@dynoxide/linux-x64/dynoxide', parameters, { stdio: 'ignore' });
  try {
    for (let wait = 0; wait < 500; wait += 1) {
      if (await call('ListTables', {}).catch(() => undefined)) break;
      await delay(10);
    }
    return await work();
  } finally {
    const ended = once(engine, 'exit');
    engine.kill();
    await ended;
  }
}

const createTable = (TableName, StreamSpecification) =>
  call('CreateTable', {
    TableName,
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
    ...(StreamSpecification ? { StreamSpecification } : {}),
  });

const PUTS = 300;

/** The median time of a put, in milliseconds. All puts replace one item, so that the table itself does not grow. */
async function timeOfPut(TableName, puts = PUTS) {
  const times = [];
  for (let put = 0; put < puts; put += 1) {
    const before = performance.now();
    await call('PutItem', { TableName, Item: { pk: { S: 'one' }, text: { S: String(put).padEnd(1_000) } } });
    times.push(performance.now() - before);
  }
  return times.sort((a, b) => a - b)[Math.floor(puts / 2)];
}

const { version } = JSON.parse(readFileSync('node_modules/@dynoxide/linux-x64/package.json', 'utf8'));
console.log(`dynoxide ${version}, milliseconds of a put of 1 KB, median of ${PUTS}`);
const seen = await withEngine(async () => {
  await createTable('without');
  await createTable('with', { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' });
  await timeOfPut('without');
  const early = await timeOfPut('with');
  await timeOfPut('with', 8_000);
  return { without: await timeOfPut('without'), early, late: await timeOfPut('with') };
});
const database = new DatabaseSync('data.db');
const { records } = database.prepare('SELECT count(*) AS records FROM _stream_records').get();
database.exec('CREATE INDEX last ON _stream_records (table_name, CAST(sequence_number AS INTEGER))');
database.close();
const indexed = await withEngine(() => timeOfPut('with'));
for (const [when, time] of Object.entries({
  'without a stream': seen.without,
  'with a stream': seen.early,
  [`after ${records} changes`]: seen.late,
  'with an index': indexed,
})) {
  console.log(`${when.padEnd(20)} ${time.toFixed(2)}`);
}
if (records !== 8_600) throw new Error('The engine deletes records now');
if (seen.late < 3 * seen.without) throw new Error('A write does not get slower any more');
if (indexed > seen.late / 2) throw new Error('The index does not help any more');
JS
node --no-warnings growth.mjs
