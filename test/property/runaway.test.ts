import { setImmediate as nextTurn } from 'node:timers/promises';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { actionTime } from '../../shared/alerts/action-context.ts';
import { ALERTS, type Alert, type AlertSeverity, isHigher } from '../../shared/alerts/alert.ts';
import { readAlert } from '../../shared/alerts/find-alert.ts';
import { raiseOnce } from '../../shared/alerts/raise-alert.ts';
import { identifyEvent } from '../../shared/alerts/reported-event.ts';
import { newId, type RandomBytes } from '../../shared/base/ids.ts';
import { DEVICES } from '../../shared/devices/device.ts';
import { SITES } from '../../shared/sites/site.ts';
import { tenantPartition } from '../../shared/table/keys.ts';
import { queryAll } from '../../shared/table/reads.ts';
import type { Table } from '../../shared/table/table.ts';
import { TENANTS } from '../../shared/tenants/tenant.ts';
import { type Mishap, unsureTable } from '../support/heartbeats/unsure-table.ts';
import { makeDevice } from '../support/make-device.ts';
import { makeSite } from '../support/make-site.ts';
import { makeTenant } from '../support/make-tenant.ts';
import { seededRandomBytes } from '../support/random.ts';
import { repetitions } from '../support/repetitions.ts';
import { startTable, type TestTable } from '../support/table.ts';

/** Random schedules of reports of one device, some of them at once, with calls that fail and reports that are repeated. */

let started: TestTable;
let table: Table;
beforeAll(async () => {
  started = await startTable();
  table = { ...started, pause: () => nextTurn() };
});
afterAll(() => started.stop());

const BEGIN = Date.parse('2026-11-22T12:00:00.000Z');
const MINUTES_MS = 60_000;
const SEVERITIES = ['low', 'medium', 'high'] as const;
const RUNS = repetitions({ few: 3, some: 10, many: 40 });
const TIMEOUT = 180_000;
/** No two worlds have the same ids: they share the table. */
let worlds = 0;

interface Burst {
  readonly pauseSeconds: number;
  readonly severity: AlertSeverity;
  readonly reports: number;
  readonly mishap: Mishap | undefined;
  readonly after: number;
}

const burst: fc.Arbitrary<Burst> = fc.record({
  pauseSeconds: fc.oneof(
    { weight: 4, arbitrary: fc.nat(90) },
    { weight: 2, arbitrary: fc.nat(700) },
    { weight: 1, arbitrary: fc.constantFrom(599, 600, 601) },
  ),
  severity: fc.constantFrom(...SEVERITIES),
  reports: fc.integer({ min: 1, max: 5 }),
  mishap: fc.option(fc.constantFrom<Mishap>('reply_lost', 'refused'), { nil: undefined, freq: 3 }),
  after: fc.nat(6),
});
const threshold = fc.integer({ min: 1, max: 6 });
const schedule = fc.array(burst, { minLength: 1, maxLength: 14 });

interface World {
  report(severity: AlertSeverity, now: Date, id: string, through?: Table): Promise<void>;
  alerts(): Promise<Alert[]>;
}

/** A tenant with one device. */
async function openWorld(runaway_after: number, randomBytes: RandomBytes): Promise<World> {
  const tenantId = newId(new Date(BEGIN), randomBytes);
  const site = makeSite('1', { tenant_id: tenantId });
  const device = makeDevice({ tenant_id: tenantId, site_id: site.id, runaway_after });
  const items = [TENANTS.item(makeTenant({ id: tenantId })), SITES.item(site), DEVICES.item(device)];
  for (const item of items) {
    await table.client.send(new PutCommand({ TableName: table.name, Item: { ...item, revision: 1 } }));
  }
  const actor = { kind: 'key', id: '019a0000-0000-7000-8000-00000000000a', name: 'Panel' } as const;
  return {
    async report(severity, now, id, through = table) {
      const event = { type: 'intrusion', severity, message: 'Door open' };
      const input = { ...event, site_id: site.id, device_id: device.id };
      const once = identifyEvent({ tenantId, id: actor.id }, id, event);
      await raiseOnce(through, input, { tenantId, actor, now, once, ...actionTime(now, randomBytes) });
    },
    async alerts() {
      const alerts: Alert[] = [];
      for await (const item of queryAll(table, tenantPartition(tenantId), ALERTS.prefix())) {
        const alert = await readAlert(table, tenantId, ALERTS.entityOf(item).id);
        if (alert) alerts.push(alert);
      }
      return alerts;
    },
  };
}

/** The rule as the documents state it, over all alerts. */
class Model {
  readonly raised: { at: number; severity: AlertSeverity }[] = [];
  held = 0;
  /** The severity of the runaway alert, which nobody resolves. */
  severity: AlertSeverity | undefined;
  #heldAt = 0;
  /** The number of alerts that were raised before the device became runaway. */
  #raisedBefore = 0;
  readonly #threshold: number;

  constructor(threshold: number) {
    this.#threshold = threshold;
  }

  report(severity: AlertSeverity, at: number) {
    const isRecent = (time: number) => at - time < 10 * MINUTES_MS;
    if (this.severity && isRecent(this.#heldAt) && !isHigher(severity, this.severity)) {
      this.held += 1;
      this.#heldAt = at;
      return;
    }
    const counted = this.raised.slice(this.#raisedBefore).filter((it) => isRecent(it.at));
    if (counted.length < this.#threshold) {
      this.raised.push({ at, severity });
      return;
    }
    const severities = [severity, this.severity, ...counted.map((it) => it.severity)];
    this.severity = SEVERITIES.findLast((it) => severities.includes(it));
    this.held += 1;
    this.#heldAt = at;
    this.#raisedBefore = this.raised.length;
  }
}

test(
  'Reports of a device raise alerts up to its runaway threshold and are then held, exactly as in a simple model',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.string(), threshold, schedule, async (seed, runawayAfter, bursts) => {
        const world = await openWorld(runawayAfter, seededRandomBytes(`${seed} ${++worlds}`));
        const model = new Model(runawayAfter);
        let now = BEGIN;
        for (const [place, { pauseSeconds, severity, reports }] of bursts.entries()) {
          now += pauseSeconds * 1_000;
          await Promise.all(
            Array.from({ length: reports }, (_, report) =>
              world.report(severity, new Date(now), `${place}-${report}`),
            ),
          );
          for (let report = 0; report < reports; report++) model.report(severity, now);
        }
        const alerts = await world.alerts();
        const raised = alerts.filter(({ type }) => type === 'intrusion');
        const byTime = (all: { at: number; severity: string }[]) =>
          all.map(({ at, severity }) => `${at} ${severity}`).toSorted();
        expect(byTime(raised.map((it) => ({ ...it, at: Date.parse(it.created_at) })))).toEqual(
          byTime(model.raised),
        );
        const runaway = alerts.filter(({ type }) => type === 'runaway');
        expect(runaway.map(({ occurrences, severity }) => [occurrences, severity])).toEqual(
          model.held > 0 ? [[model.held, model.severity]] : [],
        );
      }),
      { numRuns: RUNS },
    );
  },
  TIMEOUT,
);

test(
  'Each report of a device is counted once and its runaway threshold limits its alerts, although calls fail and are repeated',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.string(), threshold, schedule, async (seed, runawayAfter, bursts) => {
        const world = await openWorld(runawayAfter, seededRandomBytes(`${seed} ${++worlds}`));
        let now = BEGIN;
        let total = 0;
        for (const [place, { pauseSeconds, severity, reports, mishap, after }] of bursts.entries()) {
          now += pauseSeconds * 1_000;
          total += reports;
          await Promise.all(
            Array.from({ length: reports }, async (_, report) => {
              const send = (through?: Table) =>
                world.report(severity, new Date(now), `${place}-${report}`, through);
              if (mishap) await send(unsureTable(table, mishap, after)).catch(() => undefined);
              await send();
            }),
          );
        }
        const alerts = await world.alerts();
        expect(alerts.reduce((sum, { occurrences }) => sum + occurrences, 0)).toBe(total);
        const times = alerts
          .filter(({ type }) => type === 'intrusion')
          .map(({ created_at }) => Date.parse(created_at));
        for (const end of times) {
          const within = times.filter((at) => at <= end && end - at < 10 * MINUTES_MS);
          expect(within.length).toBeLessThanOrEqual(runawayAfter * SEVERITIES.length);
        }
        expect(alerts.filter(({ type }) => type === 'runaway').length).toBeLessThanOrEqual(1);
      }),
      { numRuns: RUNS },
    );
  },
  TIMEOUT,
);
