import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeItems } from '../../lib/local/write-items.ts';
import { ALERTS } from '../../shared/alerts/alert.ts';
import { dedupClaimKey } from '../../shared/alerts/dedup-key.ts';
import { getItem } from '../../shared/table/reads.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';
import { historyOf as readHistory } from '../support/history-of.ts';

let guard: TestGuard;
let token: string;
let siteId: string;
let otherSiteId: string;

beforeAll(async () => {
  guard = await startGuard();
  token = await guard.signIn('master@acme.test');
  const { body } = await guard.call('GET /api/v1/sites', { token });
  [siteId, otherSiteId] = body.data.map(({ id }: { id: string }) => id);
});

afterAll(() => guard.stop());

const STRICT = { 'Guard-Strict': '1' };

const raise = (fields: object = {}, headers: Record<string, string> = {}) =>
  guard.call('POST /api/v1/alerts', {
    token,
    headers,
    json: { site_id: siteId, type: 'intrusion', severity: 'medium', message: 'Door open', ...fields },
  });

const read = async (id: string) => (await guard.call(`GET /api/v1/alerts/${id}`, { token })).body;

const act = (id: string, action: string) => guard.call(`POST /api/v1/alerts/${id}/${action}`, { token });

const historyOf = async (alert: { id: string; tenant_id: string }) =>
  (await readHistory(guard.table, alert)).map(({ action }) => action);

describe('dedup keys', () => {
  test('Further reports with the dedup key of an open alert are counted as its occurrences', async () => {
    const first = await raise({ dedup_key: 'door-1' });
    expect([first.status, first.body.occurrences, first.body.dedup_key]).toEqual([201, 1, 'door-1']);
    guard.clock.advance(1_000);
    const second = await raise({ dedup_key: 'door-1', message: 'Door still open' });
    expect([second.status, second.body.id, second.body.occurrences]).toEqual([200, first.body.id, 2]);
    expect(second.body.message).toBe('Door open');
    expect(second.body.last_occurred_at > first.body.last_occurred_at).toBe(true);
    expect(second.headers.get('location')).toBe(first.headers.get('location'));
    expect(await read(first.body.id)).toMatchObject({ occurrences: 2 });
    expect(await historyOf(first.body)).toEqual(['raised']);
  });

  test('A dedup key belongs to one site and may contain any text', async () => {
    const dedup_key = `door # ${'💧'.repeat(60)}`;
    const [here, there] = [await raise({ dedup_key }), await raise({ dedup_key, site_id: otherSiteId })];
    expect([here.status, there.status]).toEqual([201, 201]);
  });

  test('Concurrent reports with one dedup key open one alert', async () => {
    const answers = await Promise.all(Array.from({ length: 15 }, () => raise({ dedup_key: 'door-2' })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(14);
    const ids = new Set(answers.map(({ body }) => body.id));
    expect(ids.size).toBe(1);
    const counts = answers.map(({ body }) => body.occurrences).sort((a, b) => a - b);
    expect(counts).toEqual(Array.from({ length: 15 }, (_, place) => place + 1));
  });

  test('An alert takes the highest severity that is reported with its dedup key, and records the rise in its history', async () => {
    const first = await raise({ dedup_key: 'door-3', severity: 'low' });
    const higher = await raise({ dedup_key: 'door-3', severity: 'critical' });
    expect(higher.body).toMatchObject({
      id: first.body.id,
      severity: 'critical',
      occurrences: 2,
      version: 2,
    });
    const lower = await raise({ dedup_key: 'door-3', severity: 'info' });
    expect(lower.body).toMatchObject({ severity: 'critical', occurrences: 3, version: 2 });
    const listed = await guard.call('GET /api/v1/alerts?severity=critical&limit=1', { token });
    expect(listed.body.data[0]).toMatchObject({ id: first.body.id, occurrences: 2 });
    expect(await historyOf(first.body)).toEqual(['raised', 'severity_raised']);
  });

  test('Resolving an alert releases its dedup key and keeps the occurrence count', async () => {
    const first = await raise({ dedup_key: 'door-4' });
    await raise({ dedup_key: 'door-4' });
    const resolved = await act(first.body.id, 'resolve');
    expect(resolved.body).toMatchObject({ status: 'resolved', occurrences: 2 });
    expect(await read(first.body.id)).toMatchObject({ occurrences: 2 });
    const next = await raise({ dedup_key: 'door-4' });
    expect(next.status).toBe(201);
    expect(next.body.id).not.toBe(first.body.id);
    expect(await act(first.body.id, 'resolve')).toMatchObject({ status: 200 });
    expect((await raise({ dedup_key: 'door-4' })).body).toMatchObject({ id: next.body.id, occurrences: 2 });
  });

  test('Reports with a dedup key that race the resolution of its alert are never lost and open no second alert', async () => {
    const opened = await raise({ dedup_key: 'door-5' });
    const [resolved, ...reports] = await Promise.all([
      act(opened.body.id, 'resolve'),
      ...Array.from({ length: 20 }, () => raise({ dedup_key: 'door-5' })),
    ]);
    expect(resolved?.status).toBe(200);
    const ids = [...new Set([opened.body.id, ...reports.map(({ body }) => body.id)])];
    expect(ids.length).toBeLessThanOrEqual(2);
    const alerts = await Promise.all(ids.map(read));
    expect(alerts.reduce((sum, { occurrences }) => sum + occurrences, 0)).toBe(21);
    expect(alerts.filter(({ status }) => status !== 'resolved').length).toBeLessThanOrEqual(1);
  });

  test('A report opens a new alert if the claim of its dedup key names a resolved alert, as in a restored backup', async () => {
    const first = await raise({ dedup_key: 'door-6' });
    const item = await getItem(guard.table, ALERTS.key(first.body.tenant_id, first.body.id));
    await writeItems(guard.table, [{ ...item, data: { ...Object(item?.['data']), status: 'resolved' } }]);
    const next = await raise({ dedup_key: 'door-6' });
    expect(next.status).toBe(201);
    expect((await raise({ dedup_key: 'door-6' })).body).toMatchObject({ id: next.body.id, occurrences: 2 });
  });

  test('An alert with a dedup key but without its claim can be resolved', async () => {
    const { body: alert } = await raise({ dedup_key: 'door-7' });
    const claim = dedupClaimKey(alert, 'door-7');
    expect(await getItem(guard.table, claim)).toBeDefined();
    await guard.table.client.send(new DeleteCommand({ TableName: guard.table.name, Key: claim }));
    expect(await act(alert.id, 'resolve')).toMatchObject({ status: 200, body: { status: 'resolved' } });
    expect((await raise({ dedup_key: 'door-7' })).status).toBe(201);
  });
});

describe('fields of a new alert', () => {
  test('A new alert keeps the time of the event and its metadata', async () => {
    const occurred_at = new Date(guard.clock.now.getTime() - 3_600_000).toISOString();
    const answer = await raise({ occurred_at, metadata: { firmware: '2.4.1', 'signal-strength': '-71' } });
    expect(Date.parse(answer.body.occurred_at)).toBe(Date.parse(occurred_at));
    expect(answer.body.last_occurred_at).toBe(answer.body.occurred_at);
    expect((await read(answer.body.id)).metadata).toEqual({ firmware: '2.4.1', 'signal-strength': '-71' });
  });

  test.each([
    ['occurred_at', -6 * 60_000],
    ['occurred_at', 31 * 86_400_000],
  ])(
    'An event time too far in the past or future is rejected in strict mode, and corrected with a warning otherwise',
    async (field, ago) => {
      const occurred_at = new Date(guard.clock.now.getTime() - ago).toISOString();
      const { status, body } = await raise({ occurred_at }, STRICT);
      expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
      const repaired = await raise({ occurred_at });
      expect(repaired.body).toMatchObject({
        occurred_at: repaired.body.created_at,
        reported_at: occurred_at,
        warnings: [{ field, code: 'clock_wrong', message: expect.any(String) }],
      });
      expect(await read(repaired.body.id)).toMatchObject({ reported_at: occurred_at });
    },
  );

  test('Too much metadata, an invalid name or a value that is not text is rejected in strict mode, and accepted otherwise', async () => {
    const large = Object.fromEntries(Array.from({ length: 5 }, (_, place) => [`k${place}`, 'x'.repeat(450)]));
    for (const metadata of [large, { 'Signal Strength': '1' }, { strength: 1 }]) {
      expect((await raise({ metadata }, STRICT)).status).toBe(422);
      expect((await raise({ metadata })).status).toBe(201);
    }
  });

  test('Renaming a site does not change the fields of its alerts', async () => {
    const { body } = await raise();
    const { body: site } = await guard.call(`GET /api/v1/sites/${siteId}`, { token });
    await guard.call(`PATCH /api/v1/sites/${siteId}`, { token, json: { name: 'Renamed' } });
    expect(await read(body.id)).toMatchObject({ site_name: site.name });
    expect(body.raised_by).toMatchObject({ kind: 'user', name: expect.stringMatching(/\w/) });
  });
});
