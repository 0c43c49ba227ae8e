import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { dedupClaimKey } from '../../shared/alerts/dedup-key.ts';
import { OCCURRENCES_WORK } from '../../shared/alerts/occurrences.ts';
import { getItem } from '../../shared/table/reads.ts';
import { type CallAs, signInCallers } from '../support/callers.ts';
import { findInconsistencies } from '../support/find-inconsistencies.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';
import { historyOf } from '../support/history-of.ts';
import { playRounds, raceWithEachWinner } from '../support/race.ts';
import { repetitions } from '../support/repetitions.ts';

let guard: TestGuard;
let as: CallAs;
let siteId: string;
let number = 0;

beforeAll(async () => {
  guard = await startGuard({ settings: { tokenExpirationMinutes: 525_600 } });
  as = await signInCallers(guard);
  [{ id: siteId }] = (await as('master', 'GET /api/v1/sites')).body.data;
});
afterAll(async () => {
  expect(await findInconsistencies(guard.table)).toEqual([]);
  await guard.stop();
});
beforeEach(() => guard.clock.advance(60_000));

/** A resolve has no fields of a raise. */
const NO_RAISE = { type: undefined, severity: undefined, message: undefined };

const report = async (fields: object) => {
  guard.clock.advance(10);
  const event = {
    action: 'raise',
    site_id: siteId,
    type: 'tamper',
    severity: 'low',
    message: 'Lid open',
    ...fields,
  };
  const { body } = await as('master', 'POST /api/v1/reports', { json: { events: [event] } });
  return body.results[0];
};
/** An open alert of low severity, and its dedup key. */
const open = async (fields: object = {}) => {
  const dedup_key = `door-${number++}`;
  const { alert } = await report({ dedup_key, ...fields });
  return { ...alert, dedup_key };
};
const act = (alert: { id: string }, action: string, json: object = {}) =>
  as('master', `POST /api/v1/alerts/${alert.id}/${action}`, { json });
const read = async ({ id }: { id: string }) => (await as('master', `GET /api/v1/alerts/${id}`)).body;
const entriesOf = (alert: { id: string; tenant_id: string }) => historyOf(guard.table, alert);

describe('a rising severity', () => {
  test('When a more severe report raises the severity of an alert, the history has the report’s type, message and metadata', async () => {
    const alert = await open();
    const metadata = { detector: 'room-3' };
    const worse = { type: 'intrusion', severity: 'critical', message: 'Glass broken in room 3', metadata };
    const raised = await report({ dedup_key: alert.dedup_key, ...worse });
    expect(raised).toMatchObject({ status: 200, alert: { id: alert.id, severity: 'critical' } });
    expect(await read(alert)).toMatchObject({
      severity: 'critical',
      type: 'tamper',
      reported_type: 'intrusion',
      message: 'Glass broken in room 3',
      occurrences: 2,
    });
    const [first, second] = await entriesOf(alert);
    expect(first).toMatchObject({ action: 'raised', severity: 'low', type: 'tamper' });
    expect(second).toMatchObject({
      action: 'severity_raised',
      former_severity: 'low',
      severity: 'critical',
      type: 'intrusion',
      note: 'Glass broken in room 3',
      metadata,
    });
  });

  test('An acknowledged alert becomes active again when its severity rises, and its first response still counts', async () => {
    const alert = await open();
    expect((await act(alert, 'acknowledge')).body.status).toBe('acknowledged');
    await report({ dedup_key: alert.dedup_key, severity: 'high' });
    expect(await read(alert)).toMatchObject({ status: 'active', severity: 'high', acknowledged_by: null });
    const list = await as('master', 'GET /api/v1/alerts?status=active&severity=high');
    expect(list.body.data.map(({ id }: { id: string }) => id)).toContain(alert.id);
    expect((await entriesOf(alert)).map(({ action }) => action)).toEqual([
      'raised',
      'acknowledged',
      'severity_raised',
    ]);
    const item = await getItem(guard.table, { pk: `TENANT#${alert.tenant_id}`, sk: `ALERT#${alert.id}` });
    expect(item?.['first_action']).toMatchObject({ by: expect.any(String) });
    expect((await act(alert, 'acknowledge', { severity: 'high' })).status).toBe(200);
  });

  test.each(['acknowledge', 'resolve'])(
    'A request to %s an alert that names a lower severity than the alert has now gets 409',
    async (action) => {
      const alert = await open();
      await report({ dedup_key: alert.dedup_key, severity: 'critical' });
      const refused = await act(alert, action, { severity: 'low' });
      expect([refused.status, refused.body.code]).toEqual([409, 'severity_raised']);
      const batch = { alert_ids: [alert.id], severities: { [alert.id]: 'high' } };
      const { body } = await as('master', `POST /api/v1/alerts/${action}`, { json: batch });
      expect(body.results).toMatchObject([{ status: 409, error: { code: 'severity_raised' } }]);
      expect((await act(alert, action, { severity: 'critical' })).status).toBe(200);
      // Repeated after a lost reply, it changes nothing.
      expect((await act(alert, action, { severity: 'critical' })).status).toBe(200);
    },
  );

  test('An occurrence of the same or a lower severity leaves the severity, status and history of its alert unchanged', async () => {
    const alert = await open({ severity: 'high' });
    await act(alert, 'acknowledge');
    await report({ dedup_key: alert.dedup_key, severity: 'high' });
    await report({ dedup_key: alert.dedup_key, severity: 'low' });
    expect(await read(alert)).toMatchObject({ status: 'acknowledged', severity: 'high', occurrences: 3 });
    expect((await entriesOf(alert)).map(({ action }) => action)).toEqual(['raised', 'acknowledged']);
  });

  test('A repeated event with an id raises the severity once', async () => {
    const alert = await open();
    const worse = { id: `event-${number++}`, dedup_key: alert.dedup_key, severity: 'critical' };
    await report(worse);
    await act(alert, 'acknowledge', { severity: 'critical' });
    expect(await report(worse)).toMatchObject({ status: 200, replayed: true });
    expect(await read(alert)).toMatchObject({ status: 'acknowledged', occurrences: 2 });
  });

  test('When the severity of an alert rises, the action plan for the higher severity replaces the pinned plan and its steps', async () => {
    const step = { text: 'Call', kind: 'call', required: true };
    const plan = async (min_severity: string, key: string) =>
      as('master', 'POST /api/v1/action-plans', {
        json: { name: key, site_ids: [siteId], types: ['tamper'], min_severity, steps: [{ ...step, key }] },
      });
    const calm = await plan('low', 'calm');
    const alert = await open();
    const urgent = await plan('critical', 'urgent');
    await as('master', `POST /api/v1/alerts/${alert.id}/plan/steps/calm`, { json: { outcome: 'done' } });
    await report({ dedup_key: alert.dedup_key, severity: 'critical' });
    const { body } = await as('master', `GET /api/v1/alerts/${alert.id}/plan`);
    expect(body).toMatchObject({ plan: { id: urgent.body.id }, steps: [{ key: 'urgent', outcome: null }] });
    const late = await as('master', `POST /api/v1/alerts/${alert.id}/plan/steps/calm`, {
      json: { outcome: 'done' },
    });
    expect(late.status).toBe(404);
    for (const { body } of [calm, urgent]) await as('master', `DELETE /api/v1/action-plans/${body.id}`);
  });
});

describe('races of a rising severity', () => {
  const ROUNDS = repetitions({ few: 8, many: 120 });

  test('If the severity rises while a person acknowledges the lower severity, the alert ends up active at the higher severity', async () => {
    await playRounds(ROUNDS, async (round) => {
      const alert = await open();
      const [, acknowledged] = await raceWithEachWinner(
        round,
        () => report({ dedup_key: alert.dedup_key, severity: 'critical' }),
        () => act(alert, 'acknowledge', { severity: 'low' }),
      );
      expect(await read(alert)).toMatchObject({ status: 'active', severity: 'critical', occurrences: 2 });
      const entries = (await entriesOf(alert)).map(({ action }) => action);
      expect(entries).toEqual(
        acknowledged.status === 200
          ? ['raised', 'acknowledged', 'severity_raised']
          : ['raised', 'severity_raised'],
      );
    });
  });

  test('If a critical report races a resolve at the lower severity, a critical alert is always active afterwards', async () => {
    await playRounds(ROUNDS, async (round) => {
      const alert = await open();
      const [risen, resolved] = await raceWithEachWinner(
        round,
        () => report({ dedup_key: alert.dedup_key, severity: 'critical' }),
        () => act(alert, 'resolve', { severity: 'low' }),
      );
      // The critical report is active in every order.
      expect(await read(risen.alert)).toMatchObject({ status: 'active', severity: 'critical' });
      expect(resolved.status).toBe(risen.status === 201 ? 200 : 409);
    });
  });

  test('Of concurrent reports of rising severity, the alert keeps the highest, and its history has each rise in order', async () => {
    await playRounds(ROUNDS, async () => {
      const alert = await open({ severity: 'info' });
      const severities = ['critical', 'medium', 'high', 'low', 'critical'];
      await Promise.all(severities.map((severity) => report({ dedup_key: alert.dedup_key, severity })));
      expect(await read(alert)).toMatchObject({ severity: 'critical', occurrences: 6 });
      const rises = (await entriesOf(alert)).filter(({ action }) => action === 'severity_raised');
      for (const [place, { former_severity }] of rises.entries()) {
        expect(former_severity).toBe(place === 0 ? 'info' : rises[place - 1]?.severity);
      }
      expect(rises.at(-1)?.severity).toBe('critical');
    });
  });
});

describe('panic and fire', () => {
  test.each(['fire', 'panic'])(
    'A report of %s never becomes an occurrence of an alert of another type with the same dedup key',
    async (type) => {
      const alert = await open({ severity: 'critical' });
      const own = await report({ dedup_key: alert.dedup_key, type, severity: 'low', message: 'Smoke' });
      expect(own).toMatchObject({ status: 201, alert: { type, message: 'Smoke' } });
      const again = await report({ dedup_key: alert.dedup_key, type });
      expect(again).toMatchObject({ status: 200, alert: { id: own.alert.id, occurrences: 2 } });
      const other = await report({ dedup_key: alert.dedup_key });
      expect(other).toMatchObject({ status: 200, alert: { id: alert.id, occurrences: 2 } });
    },
  );

  test('A resolve event resolves all alerts with its dedup key, whatever their types, with site-bound and device-bound API keys', async () => {
    const device = await as('master', `POST /api/v1/sites/${siteId}/devices`, {
      json: { name: 'Panel', type: 'panel' },
    });
    const key = (
      await as('master', 'POST /api/v1/keys', { json: { name: 'Panel', device_id: device.body.id } })
    ).body;
    const send = async (event: object) => {
      const json = { events: [event] };
      return (await guard.call('POST /api/v1/reports', { token: key.key, json })).body.results[0];
    };
    const dedup_key = `zone-${number++}`;
    for (const through of [report, send]) {
      const raised = [];
      for (const type of ['tamper', 'fire', 'panic']) {
        raised.push(
          (await through({ action: 'raise', type, severity: 'high', message: type, dedup_key })).alert,
        );
      }
      expect(new Set(raised.map(({ id }) => id)).size).toBe(3);
      expect((await through({ action: 'resolve', dedup_key, ...NO_RAISE })).status).toBe(200);
      for (const alert of raised) expect((await read(alert)).status).toBe('resolved');
      expect(await through({ action: 'resolve', dedup_key, ...NO_RAISE })).toEqual({ status: 200 });
    }
  });
});

describe('the texts of occurrences', () => {
  const carry = async (alert: { tenant_id: string; site_id: string; type: string; dedup_key: string }) => {
    const claim = dedupClaimKey(alert, alert.dedup_key);
    await OCCURRENCES_WORK.run({ ...claim }, {
      table: guard.table,
      now: guard.clock.now,
      randomBytes: (length: number) => crypto.getRandomValues(Buffer.alloc(length)),
      log: () => {},
    } as never);
  };

  test('All messages of one minute that differ from the alert’s are in one history entry, each once', async () => {
    const alert = await open();
    for (const message of ['Smoke', 'Heat', 'Lid open', 'Smoke'])
      await report({ dedup_key: alert.dedup_key, message });
    await carry(alert);
    const [, entry, ...others] = await entriesOf(alert);
    expect(entry).toMatchObject({ action: 'reoccurred', note: 'Heat\nSmoke' });
    expect(others).toEqual([]);
  });

  test.each([
    ['a resolve', (alert: { id: string; dedup_key: string }) => act(alert, 'resolve'), 'resolved'],
    [
      'a rising severity',
      ({ dedup_key }: { dedup_key: string }) => report({ dedup_key, severity: 'high', message: 'Fire' }),
      'severity_raised',
    ],
    [
      'the resolve of a device',
      ({ dedup_key }: { dedup_key: string }) => report({ action: 'resolve', dedup_key, ...NO_RAISE }),
      'resolved',
    ],
  ])('Messages that wait to be written to the history are written before %s', async (_, end, action) => {
    const alert = await open();
    await report({ dedup_key: alert.dedup_key, message: 'Smoke' });
    await end(alert);
    const entries = await entriesOf(alert);
    expect(entries.map((it) => it.action)).toEqual(['raised', 'reoccurred', action]);
    expect(entries[1]).toMatchObject({ note: 'Smoke' });
  });
});
