import { silentAt } from '../../../shared/devices/watch.ts';
import { TIMER_SHARDS } from '../../../shared/timers/timer.ts';
import { seededRandom } from '../../random.ts';
import type { Day } from './silence.ts';

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;

/** What is on the way between a device and the table, at most. */
const LONGEST_WAY = 2_000;
/** Guard's own report, the queue, and the start of a function. */
const RUN_STARTS_AFTER = 3_000;
/** Two calls one after the other for each hundred. */
const PAGE_MILLISECONDS = 20;
const PAGE_SIZE = 100;

const SILENT_SHARE = 0.01;
const SHORTEST_SILENCE = 15 * MINUTE;
const LONGEST_SILENCE = 120 * MINUTE;

type Load = Pick<Day, 'devices' | 'reportSeconds' | 'heartbeatSeconds'>;

/** A time in which a device does not report. */
interface Gap {
  readonly from: number;
  readonly to: number;
}

interface RaisedAlert {
  readonly minute: number;
  readonly shard: number;
  readonly endOfTime: number;
}

/**
 * Plays a day of watched devices, each of which reports at its own second, by the rules of the watch: what is due is looked
 * at in the next minute, who was heard since is due again when they could be silent at the earliest.
 */
export function playDay(load: Load): Day {
  const random = seededRandom(`silence ${load.heartbeatSeconds}`);
  const due = new Uint32Array((DAY / MINUTE + 2) * TIMER_SHARDS);
  const alerts: RaisedAlert[] = [];
  const counts = { heartbeats: 0, looks: 0, returns: 0 };
  for (let device = 0; device < load.devices; device += 1) {
    const seed = Buffer.from(random.bytes(8));
    const shard = device % TIMER_SHARDS;
    const gap = random.chance(SILENT_SHARE) ? gapOf(seed.readUInt32LE(4)) : undefined;
    const reports = reportsOf(load.reportSeconds * 1_000, seed.readUInt32LE(0), gap);
    playDevice(load, reports, {
      look(minute) {
        counts.looks += 1;
        due[minute * TIMER_SHARDS + shard] = (due[minute * TIMER_SHARDS + shard] ?? 0) + 1;
      },
      alert: (minute, endOfTime) => alerts.push({ minute, shard, endOfTime }),
      comeBack: () => {
        counts.returns += 1;
      },
    });
    counts.heartbeats += reports.countUntil(DAY);
  }
  const seconds = alerts.map(({ minute, shard, endOfTime }) => {
    const pages = Math.ceil((due[minute * TIMER_SHARDS + shard] ?? 0) / PAGE_SIZE);
    return (minute * MINUTE + RUN_STARTS_AFTER + pages * PAGE_MILLISECONDS - endOfTime) / 1_000;
  });
  return {
    ...load,
    ...counts,
    alerts: alerts.length,
    earliestAlertSeconds: Math.round(
      seconds.reduce((least, it) => Math.min(least, it), Number.POSITIVE_INFINITY),
    ),
    latestAlertSeconds: Math.round(seconds.reduce((most, it) => Math.max(most, it), 0)),
    mostInShard: due.reduce((most, it) => Math.max(most, it), 0),
  };
}

interface Events {
  /** The watch looks at a device that was heard. */
  look(minute: number): void;
  alert(minute: number, endOfTime: number): void;
  comeBack(): void;
}

function playDevice({ heartbeatSeconds }: Load, reports: Reports, events: Events): void {
  let dueAt = silentAt(reports.lastBefore(reports.first + 1), heartbeatSeconds);
  for (;;) {
    const minute = Math.ceil(dueAt / MINUTE);
    const now = minute * MINUTE;
    if (now > DAY) return;
    const lastSeen = reports.lastBefore(now);
    dueAt = silentAt(lastSeen, heartbeatSeconds);
    if (dueAt > now) {
      events.look(minute);
      continue;
    }
    events.alert(minute, lastSeen + heartbeatSeconds * 1_000);
    const back = reports.firstAfter(now);
    if (back > DAY) return;
    events.comeBack();
    dueAt = silentAt(back, heartbeatSeconds);
  }
}

interface Reports {
  readonly first: number;
  /** When the last report came before a time. */
  lastBefore(time: number): number;
  firstAfter(time: number): number;
  countUntil(end: number): number;
}

/** A device that reports regularly, but for a gap; each report is on its way for a time of its own. */
function reportsOf(interval: number, seed: number, gap: Gap | undefined): Reports {
  const phase = seed % interval;
  const arrival = (place: number) => phase + place * interval + ((seed + place * 7_919) % LONGEST_WAY);
  const isMissing = (place: number) => {
    const sentAt = phase + place * interval;
    return gap !== undefined && sentAt >= gap.from && sentAt < gap.to;
  };
  return {
    first: arrival(0),
    lastBefore(time) {
      let place = Math.floor((time - phase) / interval);
      while (place > 0 && (arrival(place) >= time || isMissing(place))) place -= 1;
      return arrival(place);
    },
    firstAfter(time) {
      let place = Math.max(0, Math.floor((time - phase - LONGEST_WAY) / interval));
      while (arrival(place) < time || isMissing(place)) place += 1;
      return arrival(place);
    },
    countUntil(end) {
      const missing = gap ? (Math.min(gap.to, end) - gap.from) / interval : 0;
      return Math.floor((end - phase) / interval) - Math.floor(missing);
    },
  };
}

function gapOf(seed: number): Gap {
  // Not so early that the device was not heard before, nor so late that nobody sees it.
  const from = SHORTEST_SILENCE + (seed % (DAY - LONGEST_SILENCE - 2 * SHORTEST_SILENCE));
  return { from, to: from + SHORTEST_SILENCE + (seed % (LONGEST_SILENCE - SHORTEST_SILENCE)) };
}
