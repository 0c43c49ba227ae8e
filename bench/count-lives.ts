import { randomBytes, randomUUID } from 'node:crypto';
import * as z from 'zod';
import { ALERTS } from '../shared/alerts/alert.ts';
import { LOG } from '../shared/alerts/alert-log.ts';
import { ESCALATION_WORK } from '../shared/alerts/escalate.ts';
import { OCCURRENCES_WORK } from '../shared/alerts/occurrences.ts';
import { retainAlert } from '../shared/alerts/retain-alert.ts';
import { DUE_ATTRIBUTE } from '../shared/table/definition.ts';
import type { TimerWork } from '../shared/table/due-timers.ts';
import { getItem, queryAll } from '../shared/table/reads.ts';
import type { Table } from '../shared/table/table.ts';
import type { BenchData } from './bench-data.ts';
import { LIFE_BUDGETS, type LifeStep, unitFaults } from './budgets.ts';
import type { Counted } from './count-lists.ts';
import type { CountingProxy } from './counting-proxy.ts';
import { heardDeviceKey, report, TROUBLE } from './endpoint-cases.ts';
import type { GuardUnderTest } from './guard-under-test.ts';
import { itemBytes } from './item-size.ts';
import type { Row } from './print-table.ts';

/** The service, a proxy that counts its requests, and the table as timers use it: behind the proxy. */
interface Bench {
  readonly guard: GuardUnderTest;
  readonly proxy: CountingProxy;
  readonly counted: Table;
  readonly table: Table;
  readonly data: BenchData;
}

interface Units {
  readonly readUnits: number;
  readonly writeUnits: number;
}

const RETENTION_DAYS = 365;

const alertSchema = z.object({ id: z.string(), tenant_id: z.string() });
const resultsSchema = z.object({ results: z.tuple([z.object({ alert: alertSchema })]) });

type CalledAlert = z.infer<typeof alertSchema>;

/** Counts the changes of alerts that a person and a device raise, each the second time: the first one loads the functions. */
export async function countLives(bench: Bench): Promise<Counted & { readonly sizes: readonly Row[] }> {
  await new Lives(bench).run();
  const lives = new Lives(bench);
  await lives.run();
  return lives.result();
}

class Lives {
  readonly #bench: Bench;
  readonly #units = new Map<LifeStep, Units>();
  readonly #sizes: Row[] = [];

  constructor(bench: Bench) {
    this.#bench = bench;
  }

  async run(): Promise<void> {
    const { guard, data } = this.#bench;
    const token = await guard.signIn(data.tenantMaster);
    await this.#ofPerson(token);
    await this.#ofDevice(token);
    await this.#withEventId(token);
    await this.#noted(token);
    await this.#raisedSeverity(token);
    await this.#escalated(token);
  }

  result() {
    const counted = [...this.#units];
    return {
      rows: counted.map(([step, units]) => ({
        step,
        'read units': units.readUnits,
        'at most': LIFE_BUDGETS[step].readUnits,
        'write units': units.writeUnits,
        'at most ': LIFE_BUDGETS[step].writeUnits,
      })),
      faults: counted.flatMap(([step, units]) =>
        unitFaults(step, { trips: 0, depth: 0, itemsRead: 0, ...units }, LIFE_BUDGETS[step]),
      ),
      sizes: this.#sizes,
    };
  }

  /** Raised, acknowledged, resolved and expiring. */
  async #ofPerson(token: string): Promise<void> {
    const { alert, units: raised } = await this.#raise(token, 'raise (person)');
    await this.#measure('raised by a person', alert);
    const acknowledged = await this.#act(token, alert, 'acknowledge', 'acknowledge');
    await this.#measure('acknowledged', alert);
    const resolved = await this.#act(token, alert, 'resolve', 'resolve (person)', RESOLUTION);
    await this.#measure('resolved', alert);
    const retained = await this.#retain(alert);
    this.#add('a life (person)', [raised, acknowledged, resolved, retained]);
  }

  /** The same of a device, which repeats its report before it ends the trouble. */
  async #ofDevice(token: string): Promise<void> {
    const { key, deviceId } = await this.#newDevice(token);
    const { alert, units: raised } = await this.#report(key, 'raise (device)', TROUBLE);
    await this.#measure('raised by a device', alert);
    await this.#report(key, 'repeat (device)', TROUBLE);
    const acknowledged = await this.#act(token, alert, 'acknowledge', 'acknowledge (of a device)');
    await this.#report(key, 'repeat (device)', TROUBLE);
    const { pk } = ALERTS.key(alert.tenant_id, alert.id);
    for await (const claim of queryAll(this.#bench.table, pk, `OPEN#${deviceId}#`)) {
      await this.#work('carry occurrences', OCCURRENCES_WORK, claim);
    }
    await this.#report(key, 'repeat (device)', TROUBLE);
    const { units: resolved } = await this.#report(key, 'resolve (device)', ENDING);
    await this.#measure('resolved by its device', alert);
    this.#add('a life (device)', [raised, acknowledged, resolved, await this.#retain(alert)]);
  }

  async #withEventId(token: string): Promise<void> {
    const { key } = await this.#newDevice(token);
    await this.#report(key, 'raise with an event id (device)', { ...TROUBLE, id: randomUUID() });
  }

  async #noted(token: string): Promise<void> {
    const { alert } = await this.#raise(token);
    await this.#act(token, alert, 'acknowledge');
    await this.#act(token, alert, 'notes', 'note', { text: 'Called the owner' });
  }

  async #escalated(token: string): Promise<void> {
    const { guard, data } = this.#bench;
    const json = { escalation: { critical: [5, 10] } };
    await guard.call({ method: 'PATCH', path: `/api/v1/sites/${data.sites[0]?.id}`, token, json });
    const { alert } = await this.#raise(token, undefined, 'critical');
    const item = await getItem(this.#bench.table, ALERTS.key(alert.tenant_id, alert.id));
    await this.#work('escalation step', ESCALATION_WORK, item ?? {});
  }

  async #raisedSeverity(token: string): Promise<void> {
    const { key } = await this.#newDevice(token);
    await this.#report(key, undefined, TROUBLE);
    await this.#report(key, 'raise the severity (device)', { ...TROUBLE, severity: 'high' });
  }

  #newDevice(token: string) {
    const { guard, data } = this.#bench;
    return heardDeviceKey(guard, token, data.sites[0]?.id);
  }

  async #raise(token: string, step?: LifeStep, severity = 'low') {
    const { guard, data } = this.#bench;
    const json = { site_id: data.sites[0]?.id, type: 'panic', severity, message: MESSAGE };
    const { result, units } = await this.#count(step, () =>
      guard.call({ method: 'POST', path: '/api/v1/alerts', token, json }),
    );
    return { alert: alertSchema.parse(result), units };
  }

  async #report(key: string, step: LifeStep | undefined, event: object) {
    const { result, units } = await this.#count(step, () => this.#bench.guard.call(report(key, event)));
    return { alert: resultsSchema.parse(result).results[0].alert, units };
  }

  async #act(
    token: string,
    { id }: CalledAlert,
    action: string,
    step?: LifeStep,
    json?: object,
  ): Promise<Units> {
    const request = { method: 'POST', path: `/api/v1/alerts/${id}/${action}`, token } as const;
    const { units } = await this.#count(step, () =>
      this.#bench.guard.call(json ? { ...request, json } : request),
    );
    return units;
  }

  /** Does the work of a timer at the time at which it is due. */
  async #work(step: LifeStep, { run }: TimerWork, item: Readonly<Record<string, unknown>>): Promise<void> {
    const now = new Date(String(item[DUE_ATTRIBUTE]));
    const { counted: table } = this.#bench;
    await this.#count(step, () =>
      run(item, { table, now, randomBytes, ownHeartbeat: undefined, log: () => {} }),
    );
  }

  /** Runs the timer that makes an alert expire, if the alert still needs it. */
  async #retain(alert: CalledAlert): Promise<Units> {
    const { table, counted } = this.#bench;
    const item = await getItem(table, ALERTS.key(alert.tenant_id, alert.id));
    const { units } = await this.#count('retention', async () => {
      if (item?.[DUE_ATTRIBUTE] !== undefined) await retainAlert(counted, item, RETENTION_DAYS);
    });
    return units;
  }

  async #count<T>(step: LifeStep | undefined, run: () => Promise<T>): Promise<{ result: T; units: Units }> {
    const { result, totals } = await this.#bench.proxy.count(run);
    if (step) this.#add(step, [totals]);
    return { result, units: totals };
  }

  #add(step: LifeStep, units: readonly Units[]): void {
    const sum = (value: (it: Units) => number) => units.reduce((total, it) => total + value(it), 0);
    this.#units.set(step, { readUnits: sum((it) => it.readUnits), writeUnits: sum((it) => it.writeUnits) });
  }

  /** Notes the size of an alert's item, and what it consists of. */
  async #measure(state: string, { tenant_id, id }: CalledAlert): Promise<void> {
    const item = (await getItem(this.#bench.table, ALERTS.key(tenant_id, id))) ?? {};
    const bytes = (isMeant: (name: string) => boolean) =>
      itemBytes(Object.fromEntries(Object.entries(item).filter(([name]) => isMeant(name))));
    const isIndex = (name: string) => /^(platform|tenant|site|device)/.test(name);
    const keys: readonly string[] = ['pk', 'sk', 'id'];
    const named = [...keys, 'data', LOG];
    this.#sizes.push({
      state,
      'bytes of its item': bytes(() => true),
      keys: bytes((name) => keys.includes(name)),
      data: bytes((name) => name === 'data'),
      log: bytes((name) => name === LOG),
      'attributes of indexes': bytes(isIndex),
      others: bytes((name) => !named.includes(name) && !isIndex(name)),
    });
  }
}

const MESSAGE = 'Motion sensor in the main hall stopped reporting';
const RESOLUTION = { note: 'Wind', resolution: 'false_alarm' };
const ENDING = { action: 'resolve', dedup_key: TROUBLE.dedup_key };
