import { LARGEST_REPORT } from '../../shared/reports/largest-report.ts';
import { TIMER_SHARDS } from '../../shared/timers/timer.ts';
import { SETTINGS } from '../cost/baseline.ts';
import { grouped } from '../cost/format.ts';
import type { RequestName } from '../cost/measured-requests.ts';
import { findRequest, type Measurements } from '../cost/measurements.ts';
import type { Day, Silence } from '../cost/silence/silence.ts';
import type { Row } from '../print-table.ts';
import { AWS_LIMITS } from './limits.ts';

/** What a key says, and how many events a report of it has. */
const REPORTS: readonly { readonly what: string; readonly request: RequestName; readonly events: number }[] =
  [
    { what: 'heartbeats, each a report', request: 'report a heartbeat', events: 1 },
    {
      what: `heartbeats, ${LARGEST_REPORT} devices a report`,
      request: 'report a heartbeat',
      events: LARGEST_REPORT,
    },
    { what: 'occurrences, each a report', request: 'report, one more occurrence', events: 1 },
    { what: 'new alerts, each a report', request: 'report, raising an alert', events: 1 },
  ];

/** What one key can report, and what that writes. */
export function keyRows(measured: Measurements): Row[] {
  const { keyEventsPerMinute } = SETTINGS;
  return REPORTS.map(({ what, request, events }) => {
    const reports = keyEventsPerMinute / events;
    const { counter, event } = writesOf(request, measured);
    return {
      'one key reports': what,
      'events a minute': grouped(keyEventsPerMinute),
      'reports a minute': grouped(reports),
      'write units a second': grouped((reports * counter + keyEventsPerMinute * event) / 60, 1),
    };
  });
}

/** What a report of one event writes: the counter, which a report of many writes once, and what it does for the event. */
function writesOf(request: RequestName, measured: Measurements): { counter: number; event: number } {
  const { touches } = findRequest(measured, request);
  const sum = (isCounter: boolean) =>
    touches
      .filter(({ partition }) => partition.startsWith('RATE#') === isCounter)
      .reduce((total, { writeUnits }) => total + writeUnits, 0);
  return { counter: sum(true), event: sum(false) };
}

/**
 * What devices that are watched do to the table, all of them of one tenant. A look moves an entry of `timer`, which is one that
 * goes and one that comes; the rest of it is the item's.
 */
export function watchRows({ days, units: { heartbeat, look } }: Silence): Row[] {
  const { partitionWrites } = AWS_LIMITS;
  return days.map((day) => {
    const busiest = TIMER_SHARDS * day.mostInShard;
    const ofItem = look.write - MOVED_ENTRY;
    return {
      devices: grouped(day.devices),
      'a report every': `${day.reportSeconds} s`,
      heartbeat_seconds: day.heartbeatSeconds,
      'heartbeats, writes a second': grouped((day.devices / day.reportSeconds) * heartbeat.write),
      'looks, writes a second': grouped(perSecond(day) * ofItem),
      'of one key, not yet split': share(
        (day.devices / day.reportSeconds) * heartbeat.write + perSecond(day) * ofItem,
      ),
      'of a partition of `timer`': share((perSecond(day) * MOVED_ENTRY) / TIMER_SHARDS),
      'looks in the busiest minute': grouped(busiest),
      'of that, in `timer`': `${grouped((day.mostInShard * MOVED_ENTRY) / partitionWrites.amount)} s`,
      'of that, in one key': `${grouped((busiest * ofItem) / partitionWrites.amount)} s`,
    };
  });
}

const MOVED_ENTRY = 2;
const DAY_SECONDS = 86_400;

const perSecond = ({ looks }: Day) => looks / DAY_SECONDS;
const share = (writes: number) => `${grouped((writes / AWS_LIMITS.partitionWrites.amount) * 100)} %`;
