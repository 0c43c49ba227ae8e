import type { Row } from '../../print-table.ts';
import { dollars, grouped } from '../format.ts';
import type { Prices } from '../prices.ts';
import type { Day, Silence } from './silence.ts';

const DAYS = 365 / 12;
const MINUTES = 1_440;

/**
 * What a day of watched devices comes to, for each load: at the table, and by the price of so many requests, each with a
 * heartbeat alone.
 */
export function silenceRows(
  { days, units }: Silence,
  { readUnit, writeUnit }: Prices,
  priceOfRequests: (count: number) => number,
): Row[] {
  return days.map((day): Row => {
    const heartbeats = day.heartbeats * units.heartbeat.write;
    const watched = { read: sum(day, units, 'read'), write: sum(day, units, 'write') };
    return {
      devices: grouped(day.devices),
      'a report every': `${day.reportSeconds} s`,
      heartbeat_seconds: day.heartbeatSeconds,
      'heartbeats, writes a day': grouped(heartbeats),
      'a month': dollars(heartbeats * writeUnit * DAYS),
      'all of their requests, a month': dollars(priceOfRequests(day.heartbeats * DAYS)),
      'watch, reads a day': grouped(watched.read),
      'watch, writes a day': grouped(watched.write),
      'watch, a month': dollars((watched.read * readUnit + watched.write * writeUnit) * DAYS),
      alerts: grouped(day.alerts),
      'latest alert': `${day.latestAlertSeconds} s`,
      'most of a shard in a minute': grouped(day.mostInShard),
    };
  });
}

function sum(day: Day, units: Silence['units'], kind: 'read' | 'write'): number {
  return (
    day.looks * units.look[kind] +
    day.alerts * units.alert[kind] +
    day.returns * units.return[kind] +
    MINUTES * units.emptyMinute[kind]
  );
}
