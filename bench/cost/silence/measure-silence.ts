import { useLocalAccount } from '../../../lib/local/function-environment.ts';
import { meterTable } from '../../../shared/table/meter-table.ts';
import type { Table } from '../../../shared/table/table.ts';
import { seededRandomBytes } from '../../../test/support/random.ts';
import { openWorld } from '../../../test/support/silence/world.ts';
import { startTable } from '../../../test/support/table.ts';
import { playDay } from './play-day.ts';
import type { Silence } from './silence.ts';

const DEVICES = 100_000;
const BEGIN = Date.parse('2026-11-22T12:00:00.000Z');

/** How often devices report, and for how long they may be silent: three reports, ten, and three of rare ones. */
const LOADS = [
  { reportSeconds: 60, heartbeatSeconds: 180 },
  { reportSeconds: 60, heartbeatSeconds: 600 },
  { reportSeconds: 300, heartbeatSeconds: 900 },
] as const;

/** Of the devices whose looks are measured together. */
const MEASURED_DEVICES = 200;

export async function measureSilence(): Promise<Silence> {
  const days = LOADS.map((load) => playDay({ devices: DEVICES, ...load }));
  return { days, units: await measureUnits() };
}

/** What the engine tells of each thing that happens to a device. */
async function measureUnits(): Promise<Silence['units']> {
  useLocalAccount(process.env);
  const [many, one] = [await measureLooks(), await measureSilenceOfOne()];
  return { ...many, ...one };
}

const at = (seconds: number) => new Date(BEGIN + seconds * 1_000);

/** Devices that are heard, and looked at when their time may be over. */
async function measureLooks(): Promise<Pick<Silence['units'], 'heartbeat' | 'look' | 'emptyMinute'>> {
  const table = await startTable();
  const world = await openWorld(table, at(0), seededRandomBytes('silence'));
  const ids: string[] = [];
  for (let place = 0; place < MEASURED_DEVICES; place += 1)
    ids.push(await world.create('Device', 180, at(0)));
  const [first = ''] = ids;
  await world.watch(at(0));
  for (const id of ids) await world.beat(id, at(10));
  const heartbeat = await unitsOf(table, (metered) => world.beat(first, at(11), metered));
  await world.watch(at(60));
  const emptyMinute = await unitsOf(table, (metered) => world.watch(at(120), metered));
  for (const id of ids) await world.beat(id, at(150));
  const looks = await unitsOf(table, (metered) => world.watch(at(240), metered));
  await table.stop();
  const each = (sum: number, empty: number) => Math.round(((sum - empty) / MEASURED_DEVICES) * 100) / 100;
  const look = { read: each(looks.read, emptyMinute.read), write: each(looks.write, emptyMinute.write) };
  return { heartbeat, look, emptyMinute };
}

/** A device that falls silent and comes back. */
async function measureSilenceOfOne(): Promise<Pick<Silence['units'], 'alert' | 'return'>> {
  const table = await startTable();
  const world = await openWorld(table, at(0), seededRandomBytes('silence'));
  const id = await world.create('Device', 180, at(0));
  await world.watch(at(0));
  await world.beat(id, at(10));
  await world.watch(at(120));
  const alert = await unitsOf(table, (metered) => world.watch(at(240), metered));
  const comeBack = await unitsOf(table, (metered) => world.beat(id, at(250), metered));
  await table.stop();
  return { alert, return: comeBack };
}

async function unitsOf(table: Table, run: (metered: Table) => Promise<void>) {
  const meter = meterTable({ table, stopwatch: () => 0 });
  await run(meter.table);
  await meter.settle();
  return { read: meter.consumed.readUnits, write: meter.consumed.writeUnits };
}
