import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { DeleteCommand, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { backfillIndexesCommand } from '../../lib/admin/backfill-indexes.ts';
import { ALERTS } from '../../shared/alerts/alert.ts';
import { findUnfilledIndexes } from '../../shared/alerts/find-unfilled-indexes.ts';
import { DEVICES } from '../../shared/devices/device.ts';
import { indexNames } from '../../shared/table/index-keys.ts';
import type { ItemKey } from '../../shared/table/keys.ts';
import { runAdminCommand, runAdminHere } from '../support/admin-command.ts';
import { type CallAs, signInCallers } from '../support/callers.ts';
import { findInconsistencies, readAll } from '../support/find-inconsistencies.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';
import { makeAlert } from '../support/make-alert.ts';
import { makeWhole } from '../support/whole-alert.ts';

let guard: TestGuard;
let as: CallAs;
let tenantId: string;
let siteId: string;
beforeAll(async () => {
  guard = await startGuard();
  as = await signInCallers(guard);
  tenantId = (await as('master', 'GET /api/v1/auth/me')).body.tenant_id;
  siteId = (await as('master', 'POST /api/v1/sites', { json: { name: 'Backfilled' } })).body.id;
});
afterAll(async () => {
  expect(await findInconsistencies(guard.table)).toEqual([]);
  await guard.stop();
});

type Item = Record<string, unknown>;

async function readItem(key: ItemKey): Promise<Item> {
  const { table } = guard;
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: key, ConsistentRead: true }),
  );
  return Item ?? {};
}

/** Removes the attributes that an older release did not know. */
async function withoutIndexes(key: ItemKey, ...names: string[]): Promise<void> {
  const { table } = guard;
  await table.client.send(
    new UpdateCommand({
      TableName: table.name,
      Key: key,
      UpdateExpression: `REMOVE ${names.map((name) => `#${name}`).join(', ')}`,
      ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
    }),
  );
}

const onTable = (...options: string[]) => {
  const target = ['--table', guard.table.name, '--endpoint', guard.table.endpoint];
  return ['backfill-indexes', '--items-per-second', '10000', ...options, ...target];
};
/** Runs the command on the table of the running service. */
const backfill = (...options: string[]) => runAdminHere(onTable(...options));
/** Runs the command in its own process. */
const backfillOfItsOwn = (...options: string[]) => runAdminCommand(onTable(...options));

/** Runs the command in this process, with the clock of the service. */
async function backfillHere(): Promise<string[]> {
  const done = await backfillIndexesCommand(
    {
      table: guard.table,
      clock: () => guard.clock.now,
      wait: async () => {},
      randomBytes,
      readNewPassword: async () => '',
    },
    { itemsPerSecond: '10000' },
  );
  return Readable.from(done).toArray();
}

const counted = (text: string, what: string) => Number(new RegExp(`(\\d+) ${what}`).exec(text)?.[1]);

async function raise(count: number, type = 'intrusion', device_id?: string): Promise<string[]> {
  const json = { site_id: siteId, device_id, type, severity: 'high', message: 'Movement' };
  const ids: string[] = [];
  for (let number = 0; number < count; number++) {
    ids.push((await as('master', 'POST /api/v1/alerts', { json })).body.id);
  }
  return ids;
}

const keyOf = (id: string) => ALERTS.key(tenantId, id);

const resolve = (id: string) => as('master', `POST /api/v1/alerts/${id}/resolve`);

const idsListed = async (query: string) => {
  const { body } = await as('master', `GET /api/v1/sites/${siteId}/alerts?limit=100&${query}`);
  return body.data.map(({ id }: { id: string }) => id).sort();
};

test.each<[form: string, type: string, change: (id: string) => Promise<unknown>]>([
  [
    'the whole form',
    'fire',
    (id) => makeWhole(guard.table, { id, tenant_id: tenantId }).then(() => resolve(id)),
  ],
  ['the divided form', 'smoke', (id) => resolve(id)],
])(
  'The backfill adds older alerts of %s to a new index without a change that clients can see',
  async (_, type, change) => {
    const ids = await raise(5, type);
    for (const id of ids) {
      await change(id);
      await withoutIndexes(keyOf(id), 'site_type', 'site');
    }
    expect(await idsListed(`type=${type}`)).toEqual([]);
    expect(await idsListed('')).not.toContain(ids[0]);
    const path = `GET /api/v1/alerts/${ids[0]}`;
    const [before, itemBefore] = [await as('master', path), await readItem(keyOf(ids[0] ?? ''))];

    const dry = await backfillOfItsOwn('--dry-run');
    expect([dry.exitCode, counted(dry.stdout, 'to mend')]).toEqual([0, 5]);
    expect(await idsListed(`type=${type}`)).toEqual([]);

    const done = await backfillOfItsOwn();
    expect([done.exitCode, counted(done.stdout, 'mended')]).toEqual([0, 5]);
    expect(await idsListed(`type=${type}`)).toEqual(ids.toSorted());
    expect(await idsListed('')).toEqual(expect.arrayContaining(ids));
    const after = await as('master', path);
    expect([after.body, after.headers.get('etag')]).toEqual([before.body, before.headers.get('etag')]);
    expect(await readItem(keyOf(ids[0] ?? ''))).toEqual({
      ...itemBefore,
      site_type: expect.any(String),
      site: expect.any(String),
    });
  },
);

test('The backfill gives open alerts of the whole form the divided one, with all of their history, in all of their lists', async () => {
  const [active = '', acknowledged = '', noted = ''] = await raise(3, 'flood');
  await as('master', `POST /api/v1/alerts/${acknowledged}/acknowledge`);
  const ids = [active, acknowledged, noted].sort();
  for (const id of ids) await makeWhole(guard.table, { id, tenant_id: tenantId });
  await as('master', `POST /api/v1/alerts/${noted}/notes`, { json: { text: 'x' } });
  const readAlert = (id: string) => as('master', `GET /api/v1/alerts/${id}?include=history`);
  const before = await Promise.all(ids.map(async (id) => (await readAlert(id)).body));
  expect(counted((await backfill('--dry-run')).stdout, 'to mend')).toBe(3);
  expect(counted((await backfill()).stdout, 'mended')).toBe(3);
  for (const id of ids) {
    expect(await readItem(keyOf(id))).toMatchObject({
      listed: 'closed',
      own_entry: expect.any(String),
      tenant_status: expect.stringMatching(/#open$/),
    });
  }
  expect(await Promise.all(ids.map(async (id) => (await readAlert(id)).body))).toEqual(before);
  for (const query of ['type=flood', 'status=active,acknowledged&type=flood', 'severity=high&type=flood']) {
    expect(await idsListed(query)).toEqual(ids);
  }
  for (const id of ids) await resolve(id);
  expect((await readAlert(acknowledged)).body.history).toMatchObject(
    ['resolved', 'acknowledged', 'raised'].map((action) => ({ action })),
  );
  expect(counted((await backfill()).stdout, 'mended')).toBe(0);
});

test('An index that lacks the oldest alert of a shard is reported as incomplete until its backfill is complete', async () => {
  const listed = indexNames(ALERTS.indexes);
  expect(await findUnfilledIndexes(guard.table, listed)).toEqual([]);
  const alerts = (await readAll(guard.table)).filter(({ sk }) => sk.startsWith('ALERT#'));
  const oldest = alerts.reduce((found, it) => (it.id < found.id ? it : found));
  await withoutIndexes({ pk: oldest.pk, sk: oldest.sk }, 'tenant_severity', 'site_severity');
  expect(await findUnfilledIndexes(guard.table, listed)).toEqual(['site_severity', 'tenant_severity']);
  // An index that no list reads need not be filled.
  expect(await findUnfilledIndexes(guard.table, ['platform', 'site'])).toEqual([]);
  await backfill();
  expect(await findUnfilledIndexes(guard.table, listed)).toEqual([]);
});

test('An index by status that lacks the oldest open alert of a shard is reported as incomplete', async () => {
  const [id = ''] = await raise(1);
  const listed = indexNames(ALERTS.indexes);
  expect(await findUnfilledIndexes(guard.table, listed)).toEqual([]);
  await withoutIndexes(keyOf(id), 'site_status', 'tenant_status');
  expect(await findUnfilledIndexes(guard.table, listed)).toEqual(['site_status', 'tenant_status']);
  await backfill();
  expect(await findUnfilledIndexes(guard.table, listed)).toEqual([]);
});

test('A device index that lacks its oldest device alert is reported as incomplete, regardless of older alerts without a device', async () => {
  const device = { name: 'Camera', type: 'camera' };
  const { body } = await as('master', `POST /api/v1/sites/${siteId}/devices`, { json: device });
  const [ofDevice] = await raise(1, 'tamper', body.id);
  await resolve(ofDevice ?? '');
  const ofDevices = (await readAll(guard.table)).filter(
    ({ sk, device }) => sk.startsWith('ALERT#') && device !== undefined,
  );
  const oldest = ofDevices.reduce((found, it) => (it.id < found.id ? it : found));
  const { pk, sk, id } = oldest;
  // The alert is in the same shard.
  const older = makeAlert({
    id: `00000000-0000-7000-8000-00000000000${id.slice(-1)}`,
    tenant_id: tenantId,
    site_id: siteId,
    status: 'resolved',
  });
  const { table } = guard;
  await table.client.send(new PutCommand({ TableName: table.name, Item: ALERTS.item(older) }));
  expect(await readItem(keyOf(older.id))).not.toHaveProperty('device');
  expect(await findUnfilledIndexes(table, ['platform', 'device'])).toEqual([]);
  await withoutIndexes({ pk, sk }, 'device');
  expect(await findUnfilledIndexes(table, ['platform', 'device'])).toEqual(['device']);
  expect(counted((await backfill()).stdout, 'mended')).toBe(1);
  expect(await readItem({ pk, sk })).toMatchObject({ device: oldest['device'] });
  expect(await findUnfilledIndexes(table, ['platform', 'device'])).toEqual([]);
  // No request made this alert: it has no history.
  await table.client.send(new DeleteCommand({ TableName: table.name, Key: keyOf(older.id) }));
});

test('A second backfill of the indexes changes nothing', async () => {
  await backfill();
  const again = await backfill();
  expect([again.exitCode, counted(again.stdout, 'mended')]).toEqual([0, 0]);
});

test('A backfill of the indexes resumes where the previous one stopped', async () => {
  const from = Buffer.from(JSON.stringify(keyOf((await raise(1))[0] ?? ''))).toString('base64url');
  const [rest, whole] = [await backfill('--from', from), await backfill()];
  expect([rest.exitCode, whole.exitCode]).toEqual([0, 0]);
  expect(counted(rest.stdout, 'scanned')).toBeLessThan(counted(whole.stdout, 'scanned'));
});

test('The backfill of the indexes keeps unknown fields, and skips entities that this release cannot read', async () => {
  const [id = ''] = await raise(1);
  const { table } = guard;
  await table.client.send(
    new UpdateCommand({
      TableName: table.name,
      Key: keyOf(id),
      UpdateExpression: 'SET #data.#mood = :mood, #mood = :mood REMOVE #site_status',
      ExpressionAttributeNames: { '#data': 'data', '#mood': 'mood', '#site_status': 'site_status' },
      ExpressionAttributeValues: { ':mood': { kept: [1] } },
    }),
  );
  const note = {
    ...ALERTS.item(makeAlert({ tenant_id: tenantId })),
    sk: 'NOTE#1',
    site: 'other',
    revision: 'x',
  };
  await table.client.send(new PutCommand({ TableName: table.name, Item: note }));
  const { exitCode, stdout } = await backfill();
  expect([exitCode, counted(stdout, 'mended'), counted(stdout, 'unknown')]).toEqual([0, 1, 1]);
  expect(stdout).toContain('1 NOTE');
  expect(await readItem({ pk: note.pk, sk: note.sk })).toEqual(note);
  expect(await readItem(keyOf(id))).toMatchObject({
    site_status: expect.stringContaining('open'),
    mood: { kept: [1] },
    data: { mood: { kept: [1] } },
  });
});

test('The backfill of the indexes updates entities without a revision and does not recreate deleted ones', async () => {
  const json = { name: 'Old', type: 'camera' };
  const { body } = await as('master', `POST /api/v1/sites/${siteId}/devices`, { json });
  const key = DEVICES.key(tenantId, body.id);
  await withoutIndexes(key, 'revision', 'recent_writes', 'tenant_type');
  expect(counted((await backfill()).stdout, 'mended')).toBe(1);
  expect(await readItem(key)).toMatchObject({ tenant_type: expect.stringContaining('camera') });

  await withoutIndexes(key, 'tenant_type');
  await Promise.all([backfillHere(), as('master', `DELETE /api/v1/devices/${body.id}`), backfillHere()]);
  expect(await readItem(key)).toEqual({});
});

test('Changes that race two backfills of the indexes are all kept, and every index entry matches its entity', async () => {
  const ids = await raise(40);
  for (const [place, id] of ids.entries()) {
    if (place % 3 === 0) await makeWhole(guard.table, { id, tenant_id: tenantId });
    await withoutIndexes(keyOf(id), 'site_status', 'tenant_status', 'platform_status');
  }
  const change = async (id: string, place: number) => {
    await as('master', `POST /api/v1/alerts/${id}/acknowledge`);
    if (place % 2 === 0) await as('master', `POST /api/v1/alerts/${id}/resolve`);
  };
  await Promise.all([backfillHere(), ...ids.map(change), backfillHere()]);
  for (const [place, id] of ids.entries()) {
    const item = await readItem(keyOf(id));
    expect(item['data']).toMatchObject({ status: place % 2 === 0 ? 'resolved' : 'acknowledged' });
    const revision = place % 2 === 0 ? 3 : 2;
    // The backfill may have changed the form of a whole one.
    expect(item['revision']).toBeOneOf(place % 3 === 0 ? [revision, revision + 1] : [revision]);
  }
  expect(counted((await backfillHere()).join(), 'mended')).toBe(0);
  expect(await idsListed('status=resolved&type=intrusion')).toEqual(
    ids.filter((_, place) => place % 2 === 0).sort(),
  );
});
