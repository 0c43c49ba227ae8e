import { randomBytes } from 'node:crypto';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { actOnAlert, reopenAlert } from '../../shared/alerts/act-on-alert.ts';
import { actionTime } from '../../shared/alerts/action-context.ts';
import { ALERTS, type Alert } from '../../shared/alerts/alert.ts';
import { ALERT_EVENTS, type AlertEvent } from '../../shared/alerts/alert-event.ts';
import { LOG } from '../../shared/alerts/alert-log.ts';
import { creationWrites, newAlert } from '../../shared/alerts/create-alert.ts';
import { findAlert } from '../../shared/alerts/find-alert.ts';
import type { StreamRecord } from '../../shared/alerts/logged-changes.ts';
import { GUARD_ITSELF, type RecordedActor } from '../../shared/base/actor.ts';
import { ApiError } from '../../shared/base/errors.ts';
import { newId } from '../../shared/base/ids.ts';
import { formatTimestamp } from '../../shared/base/time.ts';
import { markHours } from '../../shared/statistics/mark-hours.ts';
import { STATISTICS_WORK } from '../../shared/statistics/recompute.ts';
import {
  type Grouping,
  type ResponseTimeGroup,
  reportResponseTimes,
} from '../../shared/statistics/response-times.ts';
import { commit } from '../../shared/table/commit.ts';
import { statisticsPartition, tenantPartition } from '../../shared/table/keys.ts';
import { queryAll } from '../../shared/table/reads.ts';
import type { Table } from '../../shared/table/table.ts';
import { entryItems } from '../support/history-of.ts';
import { repetitions } from '../support/repetitions.ts';
import { startTable, type TestTable } from '../support/table.ts';

let table: TestTable;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

const START = Date.parse('2026-11-29T22:30:00.000Z');
const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
const ALERT_COUNT = 12;

const ids = Array.from({ length: 5 }, () => newId(new Date(START), randomBytes));
const [firstSite = '', secondSite = '', ana = '', bob = '', panel = ''] = ids;
const ACTORS: readonly RecordedActor[] = [
  { kind: 'user', id: ana, name: 'Ana' },
  { kind: 'user', id: bob, name: 'Bob' },
  { kind: 'key', id: panel, name: 'Panel' },
  GUARD_ITSELF,
];

const alertOf = fc.record({
  minute: fc.integer({ min: 0, max: 1_600 }),
  site: fc.constantFrom(firstSite, secondSite),
  type: fc.constantFrom('panic', 'fire', 'tamper'),
  severity: fc.constantFrom('critical' as const, 'low' as const),
});

/** The next event: people and machines act, the stream delivers in any order and again, runs meet, time passes. */
const action = fc.record({
  act: fc.constantFrom('acknowledge' as const, 'resolve' as const, 'reopen' as const),
  alert: fc.nat(ALERT_COUNT - 1),
  actor: fc.nat(3),
  resolution: fc.constantFrom('real' as const, 'false_alarm' as const, 'test' as const),
});

const step = fc.oneof(
  action,
  fc.record({ deliver: fc.array(fc.nat(200), { maxLength: 12 }), during: fc.option(action) }),
  fc.record({ run: fc.integer({ min: 1, max: 2 }), during: fc.option(action) }),
  fc.record({ wait: fc.oneof(fc.integer({ min: 0, max: 300 }), fc.constant(2_000)) }),
);

test('A report has the numbers of a direct count of the alerts, whatever the order of actions, stream records and timers', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(alertOf, { minLength: ALERT_COUNT, maxLength: ALERT_COUNT }),
      fc.array(step, { maxLength: 25 }),
      async (alerts, steps) => {
        const tenantId = newId(new Date(START), randomBytes);
        let now = new Date(START + 1_600 * MINUTE);
        const created = await Promise.all(alerts.map((it) => raise(tenantId, it)));
        const entries = () => readEntries(tenantId);
        const delivered = new Set<string>();
        const deliver = (found: readonly AlertEvent[], on: Table = table) => {
          for (const { id } of found) delivered.add(id);
          // The clock of the stream's function differs.
          return markHours(on, found.map(changeWith), new Date(now.getTime() - 20_000));
        };
        for (const it of steps) {
          if ('wait' in it) now = new Date(now.getTime() + it.wait * MINUTE);
          else if ('run' in it || 'deliver' in it) {
            const { during } = it;
            const meanwhile = async () => {
              if (during) await act(tenantId, created[during.alert]?.id ?? '', during, now);
              await deliver(await entries());
            };
            const on = during ? beforeFirstUpdate(meanwhile) : table;
            if ('run' in it) await runDue(tenantId, now, it.run, on);
            else {
              const all = await entries();
              await deliver(
                it.deliver.flatMap((place) => all[place % all.length] ?? []),
                on,
              );
            }
          } else await act(tenantId, created[it.alert]?.id ?? '', it, now);
        }
        // What was delivered once is never lost.
        await deliver((await entries()).filter(({ id }) => !delivered.has(id)));
        now = new Date(now.getTime() + 2 * MINUTE);
        await settle(tenantId, now);
        await check(tenantId);
        now = new Date(now.getTime() + 70 * DAY);
        await settle(tenantId, now);
        await check(tenantId);
      },
    ),
    { numRuns: repetitions({ few: 1, some: 5, many: 50 }) },
  );
});

async function raise(
  tenantId: string,
  {
    minute,
    site,
    type,
    severity,
  }: { minute: number; site: string; type: string; severity: 'critical' | 'low' },
): Promise<Alert> {
  const at = new Date(START + minute * MINUTE);
  const place = { site: { id: site, tenant_id: tenantId, name: `Site ${site}` } };
  const actor = ACTORS[2] ?? GUARD_ITSELF;
  const alert = newAlert(
    newId(at, randomBytes),
    place,
    { type, severity, message: 'Test' },
    {
      actor,
      at: formatTimestamp(at),
    },
  );
  await commit(
    table,
    creationWrites(table, alert, { ...actionTime(at, randomBytes), actor }, { pending: {}, plan: undefined }),
  );
  return alert;
}

interface Act {
  readonly act: 'acknowledge' | 'resolve' | 'reopen';
  readonly actor: number;
  readonly resolution: 'real' | 'false_alarm' | 'test';
}

async function act(tenantId: string, id: string, { act, actor: place, resolution }: Act, now: Date) {
  const stored = await findAlert(table, tenantId, id);
  const actor = ACTORS[act === 'resolve' ? place : place % 2] ?? GUARD_ITSELF;
  if (!stored) throw new Error('The alert is gone');
  const context = { ...actionTime(now, randomBytes), actor };
  try {
    if (act === 'reopen') await reopenAlert(table, stored, { ...context, note: 'Again', now });
    else await actOnAlert(table, stored, act, { ...context, ...(act === 'resolve' ? { resolution } : {}) });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}

/** A view of the table in which something happens when a run has counted and is about to write. */
function beforeFirstUpdate(meanwhile: () => Promise<void>): Table {
  let happened: Promise<void> | undefined;
  const send = async (command: object, ...options: unknown[]) => {
    if (command instanceof UpdateCommand) {
      happened ??= meanwhile();
      await happened;
    }
    return Reflect.apply(table.client.send, table.client, [command, ...options]);
  };
  return { ...table, client: Object.create(table.client, { send: { value: send } }) };
}

/** Runs the due timers, each several times at once. Returns how many were due. */
async function runDue(tenantId: string, now: Date, times: number, on: Table = table): Promise<number> {
  const due: Record<string, unknown>[] = [];
  for await (const item of queryAll(table, statisticsPartition(tenantId))) {
    if (item['timer'] !== undefined && String(item['due']) <= formatTimestamp(now)) due.push(item);
  }
  const run = { table: on, now, randomBytes, ownHeartbeat: undefined, log: () => {} };
  await Promise.all(
    due.flatMap((item) => Array.from({ length: times }, () => STATISTICS_WORK.run(item, run))),
  );
  return due.length;
}

async function settle(tenantId: string, from: Date) {
  let now = from;
  for (let rounds = 0; (await runDue(tenantId, now, 1)) > 0; rounds++) {
    now = new Date(now.getTime() + 2 * MINUTE);
    if (rounds > 20) throw new Error('The timers do not come to rest');
  }
}

const ZONES = ['UTC', 'America/Sao_Paulo', 'Asia/Kathmandu'] as const;

/** Compares the reports for days of a zone that is behind UTC, and of one that is ahead of it by hours and 45 minutes. */
async function check(tenantId: string) {
  for (const timeZone of ZONES) await checkZone(tenantId, timeZone);
}

async function checkZone(tenantId: string, timeZone: (typeof ZONES)[number]) {
  const facts = await readFacts(tenantId, timeZone);
  for (const [since, until] of [
    ['2026-11-01', '2027-02-01'],
    ['2026-11-30', '2026-12-01'],
    ['2026-11-29', '2026-12-01'],
  ] as const) {
    for (const siteId of [undefined, firstSite]) {
      for (const groupBy of ['none', 'site', 'device', 'type', 'severity', 'day', 'user'] as const) {
        const inRange = facts.filter(
          ({ day, alert }) => day >= since && day < until && (!siteId || alert.site_id === siteId),
        );
        const { groups } = await reportResponseTimes(table, tenantId, {
          since,
          until,
          timeZone,
          siteId,
          groupBy,
        });
        const shown = new Map(groups.map((group) => [group.key, group]));
        const expected = Map.groupBy(inRange, (fact) => keyOf(fact, groupBy));
        if (groupBy !== 'none') expect(new Set(shown.keys())).toEqual(new Set(expected.keys()));
        for (const [key, its] of expected) compare(shown.get(key), its);
      }
    }
  }
}

async function readEntries(tenantId: string): Promise<AlertEvent[]> {
  const items: Record<string, unknown>[] = [];
  for (const prefix of [ALERTS.prefix(), ALERT_EVENTS.prefix()]) {
    for await (const item of queryAll(table, tenantPartition(tenantId), prefix)) items.push(item);
  }
  return entryItems(items).map(ALERT_EVENTS.entityOf);
}

/** A change of an alert whose log got this entry, as the stream has it. */
function changeWith({ id, alert_id, tenant_id, action }: AlertEvent): StreamRecord {
  const { pk, sk } = ALERTS.key(tenant_id, alert_id);
  const log = { M: { [id.replaceAll('-', '')]: { M: { action: { S: action } } } } };
  return { dynamodb: { Keys: { pk: { S: pk }, sk: { S: sk } }, NewImage: { [LOG]: log } } };
}

interface Fact {
  readonly alert: Alert;
  readonly day: string;
  readonly isTest: boolean;
  readonly isByMachine: boolean;
  readonly userId: string | null;
  readonly seconds: number | undefined;
}

/** Reads what histories say about each alert: none of it comes from the code under test. */
async function readFacts(tenantId: string, timeZone: string): Promise<Fact[]> {
  const days = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' });
  const histories = Map.groupBy(await readEntries(tenantId), ({ alert_id }) => alert_id);
  const facts: Fact[] = [];
  for await (const item of queryAll(table, tenantPartition(tenantId), ALERTS.prefix())) {
    const alert = ALERTS.entityOf(item);
    const isTest = alert.resolution === 'test';
    const first = histories
      .get(alert.id)
      ?.find(({ action, actor }) => actor.kind === 'user' && action !== 'raised');
    const isByMachine = !isTest && alert.status === 'resolved' && !first;
    const by = isTest || isByMachine ? undefined : first;
    const seconds = by && (Date.parse(by.at) - Date.parse(alert.created_at)) / 1_000;
    const day = days.format(new Date(alert.created_at));
    facts.push({ alert, day, isTest, isByMachine, userId: by?.actor.id ?? null, seconds });
  }
  return facts;
}

function keyOf({ alert, day, userId }: Fact, groupBy: Grouping): string | null {
  const keys = {
    none: null,
    site: alert.site_id,
    device: alert.device_id,
    type: alert.type,
    severity: alert.severity,
    day,
    user: userId,
  };
  return keys[groupBy];
}

function compare(group: ResponseTimeGroup | undefined, facts: readonly Fact[]) {
  const counted = facts.filter(({ isTest, isByMachine }) => !isTest && !isByMachine);
  const times = counted.flatMap(({ seconds }) => seconds ?? []).toSorted((a, b) => a - b);
  const within = (limit: number) => times.filter((it) => it <= limit).length;
  expect(group).toMatchObject({
    alerts: counted.length,
    acknowledged: times.length,
    unanswered: counted.length - times.length,
    within: { 30: within(30), 60: within(60), 90: within(90), 180: within(180) },
    resolved: counted.filter(({ alert }) => alert.status === 'resolved').length,
    false_alarms: counted.filter(({ alert }) => alert.resolution === 'false_alarm').length,
    on_test: facts.filter(({ isTest }) => isTest).length,
    machine_resolved: facts.filter(({ isByMachine }) => isByMachine).length,
    longest: counted
      .filter(({ seconds }) => seconds !== undefined)
      .toSorted((a, b) => (b.seconds ?? 0) - (a.seconds ?? 0) || (a.alert.id < b.alert.id ? -1 : 1))
      .slice(0, 5)
      .map(({ alert }) => alert.id),
  });
  for (const percent of [50, 90, 99] as const) {
    const exact = times[Math.ceil((percent / 100) * times.length) - 1];
    const shown = group?.[`p${percent}_seconds`] ?? undefined;
    if (exact === undefined || shown === undefined) expect(shown).toBe(exact);
    else expect(Math.abs(shown - exact)).toBeLessThanOrEqual(0.05 * exact);
  }
}
