import { type ActionTime, actionTime } from '../alerts/action-context.ts';
import { leftOut } from '../alerts/raise-facts.ts';
import {
  EVENT_ID_REUSED,
  type EventIdentity,
  keepEvent,
  keysOfEvent,
  recall,
} from '../alerts/reported-event.ts';
import type { Warning } from '../alerts/warning.ts';
import type { RecordedActor } from '../base/actor.ts';
import type { RandomBytes } from '../base/ids.ts';
import { wrongReferences } from '../base/references.ts';
import { DEVICES } from '../devices/device.ts';
import { readSiteState, type SiteState } from '../openings/site-state.ts';
import { commit } from '../table/commit.ts';
import { untilSettled } from '../table/decide-and-write.ts';
import { siteStateKey } from '../table/keys.ts';
import { batchGet } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { planSignals, type ReportedOpening, type SiteSignals } from './plan-signals.ts';

interface Recording {
  readonly tenantId: string;
  readonly siteId: string;
  readonly deviceId: string | undefined;
  /** Whether the site is that of the device now, wherever the report says that it is. */
  readonly followsDevice: boolean;
  readonly actor: RecordedActor;
  readonly now: Date;
  readonly randomBytes: RandomBytes;
  readonly once: EventIdentity | undefined;
}

export interface RecordedSignals {
  readonly isRepeated: boolean;
  readonly warnings: readonly Warning[];
}

/**
 * Records what a report says about a site, once. A repetition has the id of an earlier report; without an id, it says within a
 * minute what is known already. A device that is gone or belongs to another site is left out. Throws `validation_failed` if the
 * site does not exist.
 */
export function recordSignals(
  table: Table,
  { tenantId, siteId, deviceId, followsDevice, actor, now, randomBytes, once }: Recording,
  signals: SiteSignals,
): Promise<RecordedSignals> {
  const writeId = table.newWriteId();
  const time: ActionTime = actionTime(now, randomBytes);
  const deviceKeys = deviceId === undefined ? [] : [DEVICES.key(tenantId, deviceId)];
  const eventKeys = once ? keysOfEvent(once) : [];
  return untilSettled<RecordedSignals>(table, async () => {
    const items = await batchGet(table, [siteStateKey(tenantId, siteId), ...eventKeys, ...deviceKeys]);
    const known = once && recall(once, items.slice(1, 1 + eventKeys.length), now);
    const deviceItem = items[1 + eventKeys.length];
    const named = deviceItem && DEVICES.entityOf(deviceItem);
    const at = followsDevice && named ? named.site_id : siteId;
    const device = named?.site_id === at ? named : undefined;
    const warnings = [
      ...(known?.isReused ? [EVENT_ID_REUSED] : []),
      ...(deviceId !== undefined && !device ? [leftOut('device_id')] : []),
    ];
    if (known?.before) return { result: { isRepeated: known.before.writeId !== writeId, warnings } };
    const isKnown =
      !once && at === siteId && says(readSiteState(items[0]), device?.id ?? null, signals.openings, now);
    if (isKnown) return { result: { isRepeated: true, warnings } };
    const planned = await planSignals(table, { tenantId, siteId: at, device }, signals, {
      ...time,
      actor,
      now,
      writeId,
    });
    if (!planned.site) throw wrongReferences('site_id');
    const writes = [
      ...planned.writes,
      ...(known ? keepEvent(table, known.once, { status: 200, alertId: undefined }, { writeId, now }) : []),
    ];
    return (await commit(table, writes)) === 'written'
      ? { result: { isRepeated: false, warnings } }
      : undefined;
  });
}

/** For how long the same report without an id is a retransmission. */
const RETRANSMITTED_MS = 60_000;

/** Whether the state of a site says already, and since a moment ago, what openings without an id say. */
function says(
  { areas }: SiteState,
  deviceId: string | null,
  openings: readonly ReportedOpening[],
  now: Date,
): boolean {
  if (openings.length === 0) return false;
  return openings.every(({ state, partition, user_number }) =>
    areas.some(
      (area) =>
        area.device_id === deviceId &&
        area.partition === partition &&
        area.state === state &&
        area.user_number === user_number &&
        now.getTime() - Date.parse(area.at) < RETRANSMITTED_MS,
    ),
  );
}
