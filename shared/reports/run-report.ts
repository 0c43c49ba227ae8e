import { type Caller, isKey } from '../actor.ts';
import type { ActionContext } from '../alerts/action-context.ts';
import type { Alert } from '../alerts/alert.ts';
import { checkOccurredAt } from '../alerts/alert-input.ts';
import { raiseAlert, raiseOnce } from '../alerts/raise-alert.ts';
import type { ReplayResult } from '../alerts/raise-context.ts';
import { identifyEvent } from '../alerts/reported-event.ts';
import { resolveByKey } from '../alerts/resolve-by-key.ts';
import { ApiError, invalidField } from '../errors.ts';
import { runInLanes } from '../run-in-lanes.ts';
import type { Table } from '../table/table.ts';
import { validate } from '../validation.ts';
import { bindingOf, type EventPlace, type Places, readPlaces } from './place-event.ts';
import { type RaiseEvent, type ReportEvent, type ResolveEvent, schemaOfEvent } from './report-event.ts';
import type { ReportedAlert } from './reported-alert.ts';

/** What became of one event. */
export interface EventResult {
  readonly status: number;
  readonly alert?: ReportedAlert | undefined;
  readonly replayed?: true;
}

export interface Reporting<F> extends ActionContext {
  readonly tenantId: string;
  readonly caller: Caller;
  readonly now: Date;
  /** Whether another event may be begun. */
  readonly hasTime: () => boolean;
  /** Notes that a device was heard. */
  readonly hear: (deviceId: string) => Promise<void>;
  /** What the result of an event says that failed. */
  readonly failed: (error: unknown) => F;
  /** Told of each alert that was resolved. */
  readonly onResolved: (alert: Alert) => void;
}

/** Events of different troubles side by side: a full report takes some tens of calls to the table. */
const LANES = 5;

interface PlacedEvent {
  readonly position: number;
  readonly event: ReportEvent;
}

/**
 * Does what the events of a report say, and gives their results in the order of the events. Events of one dedup key are
 * done one after the other, as they stand; one that is wrong spoils no other. After one that failed but may succeed when it
 * comes again, what follows of its dedup key is not done. Each device that is named was heard, once.
 */
export async function runReport<F>(
  table: Table,
  events: readonly unknown[],
  reporting: Reporting<F>,
): Promise<(EventResult | F)[]> {
  const { caller, tenantId, failed, hasTime } = reporting;
  const results: (EventResult | F)[] = [];
  const valid: PlacedEvent[] = [];
  events.forEach((event, position) => {
    try {
      valid.push({ position, event: readEvent(event, reporting.now) });
    } catch (error) {
      results[position] = failed(error);
    }
  });
  const places = await readPlaces(
    table,
    tenantId,
    bindingOf(caller),
    valid.map(({ event }) => event),
  );
  const heard = new Heard(reporting.hear);
  await runInLanes([...Map.groupBy(valid, troubleOf).values()], LANES, async (group) => {
    let isHeldUp = false;
    for (const { position, event } of group) {
      try {
        if (isHeldUp) throw new ApiError('service_unavailable', { reason: 'event_before_failed' });
        if (!hasTime()) throw new ApiError('service_unavailable', { reason: 'report_too_slow' });
        results[position] = await runEvent(table, event, places, heard, reporting);
      } catch (error) {
        isHeldUp ||= isWorthRepeating(error);
        results[position] = failed(error);
      }
    }
  });
  return results;
}

/** Whether the same event may be done when it comes again: what follows it must not be done before it then. */
function isWorthRepeating(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === 409 || error.status >= 500;
}

function readEvent(input: unknown, now: Date): ReportEvent {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    throw invalidField('event', 'The event must be a JSON object.');
  }
  const event = validate(schemaOfEvent(input), input) as ReportEvent;
  if (event.action === 'raise') checkOccurredAt(event, now);
  return event;
}

/** What must happen in order: what has one dedup key, or else one id. Any other event is alone. */
function troubleOf({ position, event }: PlacedEvent): string {
  if (event.action === 'heartbeat') return `heartbeat ${event.device_id}`;
  if (event.dedup_key !== undefined) return `key ${event.dedup_key}`;
  return event.id === undefined ? `${position}` : `id ${event.id}`;
}

async function runEvent<F>(
  table: Table,
  event: ReportEvent,
  places: Places,
  heard: Heard,
  reporting: Reporting<F>,
): Promise<EventResult> {
  const place = places.placeOf(event);
  if (event.action === 'heartbeat') {
    await heard.once(place.deviceId);
    return { status: 200 };
  }
  const result =
    event.action === 'raise'
      ? await raise(table, event, place, reporting)
      : await resolve(table, event, place, reporting);
  // The event is done, and is not done again for a heartbeat that could not be noted.
  await heard.once(place.deviceId).catch((error: unknown) => reporting.failed(error));
  return result;
}

async function raise<F>(
  table: Table,
  { id, ...event }: RaiseEvent,
  place: EventPlace,
  reporting: Reporting<F>,
): Promise<EventResult> {
  const { action: _, ...said } = event;
  const input = { ...said, site_id: place.siteId, device_id: place.deviceId };
  const { deviceId: ownDeviceId } = bindingOf(reporting.caller);
  const dedupScope = ownDeviceId === undefined ? 'site' : 'device';
  const raising = { ...reporting, followsDevice: place.followsDevice, dedupScope } as const;
  if (id === undefined) return raiseAlert(table, input, raising);
  const once = identifyEvent(reporterOf(reporting), id, event, { action: 'raise', ...input });
  const result = await raiseOnce(table, input, { ...raising, once });
  return 'alert' in result ? result : replayedResult(result, reporting, place);
}

async function resolve<F>(
  table: Table,
  { id, ...event }: ResolveEvent,
  place: EventPlace,
  reporting: Reporting<F>,
): Promise<EventResult> {
  const { dedup_key, message } = event;
  const { siteId } = place;
  const content = { action: 'resolve', siteId, dedup_key, message };
  const result = await resolveByKey(table, {
    ...reporting,
    siteId,
    ownDeviceId: bindingOf(reporting.caller).deviceId,
    dedupKey: dedup_key,
    note: message,
    once: id === undefined ? undefined : identifyEvent(reporterOf(reporting), id, event, content),
  });
  if ('replayed' in result) return replayedResult(result, reporting, place);
  result.resolved.forEach(reporting.onResolved);
  return { status: 200, alert: showAlert(result.alert, reporting, place) };
}

function replayedResult(
  { status, replayed }: ReplayResult,
  reporting: { readonly caller: Caller },
  place: EventPlace,
): EventResult {
  return { status, alert: showAlert(replayed, reporting, place), replayed: true };
}

/**
 * As much of an alert as a caller may read. A key that is bound to a device reads the alerts of this device at the site
 * where it is now. Of any other alert, such as one from before a move, it learns id and status.
 */
function showAlert(
  alert: Alert | undefined,
  { caller }: { readonly caller: Caller },
  { siteId }: EventPlace,
): ReportedAlert | undefined {
  const { deviceId } = bindingOf(caller);
  const isWhole = deviceId === undefined || (alert?.device_id === deviceId && alert.site_id === siteId);
  return alert && !isWhole ? { id: alert.id, status: alert.status } : alert;
}

/** Ids of events are unique for a key, or for a user. */
function reporterOf({ tenantId, caller }: { readonly tenantId: string; readonly caller: Caller }) {
  return { tenantId, id: isKey(caller) ? caller.keyId : caller.userId };
}

/** Notes each device of a report once, whatever its events are. */
class Heard {
  readonly #hear: (deviceId: string) => Promise<void>;
  readonly #devices = new Map<string, Promise<void>>();

  constructor(hear: (deviceId: string) => Promise<void>) {
    this.#hear = hear;
  }

  once(deviceId: string | undefined): Promise<void> {
    if (deviceId === undefined) return Promise.resolve();
    const known = this.#devices.get(deviceId);
    if (known) return known;
    const hearing = this.#hear(deviceId);
    this.#devices.set(deviceId, hearing);
    return hearing;
  }
}
