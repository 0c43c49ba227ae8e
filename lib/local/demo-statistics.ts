import { ALERTS, type Alert } from '../../shared/alerts/alert.ts';
import { formatTimestamp } from '../../shared/base/time.ts';
import { Cells, pack, storeCell } from '../../shared/statistics/cells.ts';
import { countedAlert, readAlertItem } from '../../shared/statistics/count-hour.ts';
import { periodKey } from '../../shared/statistics/keys.ts';
import { type Period, periodAt } from '../../shared/statistics/period.ts';
import { ROWS, timerOf } from '../../shared/statistics/period-item.ts';
import { rolledUpAt } from '../../shared/statistics/recompute.ts';
import { partsOf, sumDay } from '../../shared/statistics/roll-up.ts';
import { countAlert } from '../../shared/statistics/tally.ts';
import { DUE_ATTRIBUTE, TIMER_INDEX } from '../../shared/table/definition.ts';

type Item = Record<string, unknown>;

/** The statistics of demo alerts, as the timers would have made them until now. */
export function demoStatistics(tenantId: string, alerts: readonly Alert[], now: Date): Item[] {
  const createdIn = (level: Period['level']) =>
    Map.groupBy(alerts, ({ created_at }) => periodAt(level, new Date(created_at)).name);
  return [
    ...[...createdIn('HOUR')].map(([name, its]) => hourItem(tenantId, { level: 'HOUR', name }, its)),
    ...[...createdIn('DAY')].flatMap(([name, its]) => dayItems(tenantId, { level: 'DAY', name }, its, now)),
  ];
}

function hourItem(tenantId: string, hour: Period, alerts: readonly Alert[]): Item {
  const rows = pack(cellsOf(alerts).values().map(storeCell));
  return { ...periodKey(tenantId, hour), generation: 1, alerts: alerts.length, [ROWS]: rows };
}

function dayItems(tenantId: string, day: Period, alerts: readonly Alert[], now: Date): Item[] {
  const key = periodKey(tenantId, day);
  const dueAt = rolledUpAt(tenantId, day);
  if (dueAt > now) {
    return [{ ...key, [TIMER_INDEX]: timerOf(tenantId, day), [DUE_ATTRIBUTE]: formatTimestamp(dueAt) }];
  }
  const parts = partsOf(tenantId, day, sumDay(cellsOf(alerts).values()), { parts: 1, isWritten: () => true });
  return [
    { ...key, generation: 1, parts: 1, rolled: true },
    ...parts.map((part) => ({ ...part.key, generation: 1, [ROWS]: part.packed })),
  ];
}

function cellsOf(alerts: readonly Alert[]): Cells {
  const cells = new Cells();
  for (const alert of alerts) {
    const { key, siteName, counted } = countedAlert(readAlertItem(ALERTS.item(alert)));
    countAlert(cells.at(key, siteName), counted);
  }
  return cells;
}
