import type { ActionContext } from '../alerts/action-context.ts';
import type { Alert } from '../alerts/alert.ts';
import { checkOccurredAt, type RaisedInput } from '../alerts/alert-input.ts';
import { raiseAlert, raiseOnce } from '../alerts/raise-alert.ts';
import type { RaiseContext } from '../alerts/raise-context.ts';
import {
  type EventIdentity,
  identifyEvent,
  type Recognition,
  type ReplayResult,
  withOwnIdentity,
} from '../alerts/reported-event.ts';
import { resolveByKey } from '../alerts/resolve-by-key.ts';
import type { Warning } from '../alerts/warning.ts';
import { type Caller, callerId, isKey } from '../base/actor.ts';
import { sha256 } from '../base/digest.ts';
import { ApiError, invalidField } from '../base/errors.ts';
import type { RandomBytes } from '../base/ids.ts';
import { runInLanes } from '../base/run-in-lanes.ts';
import { formatTimestamp } from '../base/time.ts';
import { validate } from '../base/validation.ts';
import type { Path } from '../devices/heartbeat.ts';
import type { AnnouncedPicture } from '../pictures/picture-upload.ts';
import type { SiteSignals } from '../supervisions/plan-signals.ts';
import { recordSignals } from '../supervisions/record-signals.ts';
import type { Table } from '../table/table.ts';
import { bindingOf, type EventPlace, type Places, readPlaces } from './place-event.ts';
import { recordHeartbeat } from './record-heartbeat.ts';
import { type RepairedEvent, repairEvent, unknownEvent } from './repair-event.ts';
import {
  EVENT_SCHEMAS,
  type RaiseEvent,
  type ReportEvent,
  type ReportedAlert,
  type ResolveEvent,
  type SignalEvent,
  schemaOfEvent,
} from './report-event.ts';
import { noteShape } from './unknown-shapes.ts';

export interface EventResult {
  readonly status: number;
  readonly alert?: ReportedAlert | undefined;
  readonly replayed?: true;
  /** The pictures of the alert that will be uploaded. */
  readonly pictures?: readonly AnnouncedPicture[] | undefined;
  readonly warnings?: readonly Warning[] | undefined;
}

export interface FailedEvent {
  readonly error: unknown;
  readonly warnings?: readonly Warning[] | undefined;
}

export interface ReportContext extends ActionContext {
  readonly tenantId: string;
  readonly caller: Caller;
  readonly now: Date;
  readonly randomBytes: RandomBytes;
  /** After how many days the history entry of a device's status change expires. */
  readonly retentionDays: number;
  /** Whether an invalid event is an error. Otherwise it is repaired. */
  readonly isStrict: boolean;
  /** The path of a panel on which the report arrived. */
  readonly path?: Path | undefined;
  /** What was wrong with the report as a whole. */
  readonly warnings?: readonly Warning[] | undefined;
  /** How the repetition of an event is recognized; by default for a day, by its id and content. */
  readonly recognition?: Recognition | undefined;
  /** Whether its events are alarms of a panel, and when their area was last opened or closed: see `RaiseContext`. */
  readonly isAlarm?: RaiseContext['isAlarm'];
  readonly openedOrClosedAt?: RaiseContext['openedOrClosedAt'];
  /** Whether the report is no sign of life of its device, because somebody else may have sent it. */
  readonly isForgeable?: boolean | undefined;
  /** Whether its events are bodies of another system that Guard does not understand, whatever their fields are called. */
  readonly isForeign?: boolean | undefined;
  /** What counts in place of fields of a raised event. It is no part of what identifies the event. */
  readonly instead?: Partial<Pick<RaisedInput, 'dedup_key' | 'occurred_at' | 'reported_at'>> | undefined;
  /** Whether there is still time to begin another event. */
  readonly hasTime: () => boolean;
}

export interface ReportOutcome {
  /** One result for each event, in the order of the events. */
  readonly results: readonly (EventResult | FailedEvent)[];
  /** The alerts that the report resolved. */
  readonly resolved: readonly Alert[];
  /** The errors of heartbeats. They did not make their events fail. */
  readonly ignored: readonly unknown[];
}

/** How many groups of events are processed in parallel. A full report takes tens of calls to the table. */
const LANES = 5;

interface ReadEvent extends RepairedEvent {
  readonly position: number;
}

/**
 * Processes the events of a report. Events with the same dedup key run in order. An invalid event does not make others fail.
 * If an event fails but may succeed later, the following events of its dedup key are skipped. Each device of the report gets
 * one heartbeat.
 */
export async function runReport(
  table: Table,
  events: readonly unknown[],
  context: ReportContext,
): Promise<ReportOutcome> {
  const results: (EventResult | FailedEvent)[] = [];
  const valid: ReadEvent[] = [];
  events.forEach((event, position) => {
    try {
      valid.push({ position, ...readEvent(event, context) });
    } catch (error) {
      results[position] = { error };
    }
  });
  const places = await readPlaces(
    table,
    context.tenantId,
    bindingOf(context.caller),
    valid.map(({ event }) => event),
    context.isStrict,
  );
  const run = new ReportRun(table, places, context);
  await runInLanes([...Map.groupBy(valid, groupOf).values()], LANES, async (group) => {
    let isBlocked = false;
    for (const { position, ...read } of group) {
      try {
        if (isBlocked) throw new ApiError('service_unavailable', { reason: 'event_before_failed' });
        if (!context.hasTime()) throw new ApiError('service_unavailable', { reason: 'report_too_slow' });
        results[position] = await run.process(read);
      } catch (error) {
        isBlocked ||= isRepeatable(error);
        results[position] = { error, warnings: read.warnings };
      }
    }
  });
  return { results, resolved: run.resolved, ignored: run.ignored };
}

/** Whether the event may succeed when the client sends it again. Later events with its dedup key must then wait. */
function isRepeatable(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === 409 || error.status >= 500;
}

function readEvent(
  input: unknown,
  { now, isStrict, caller, isForeign }: Pick<ReportContext, 'now' | 'isStrict' | 'caller' | 'isForeign'>,
): RepairedEvent {
  if (isForeign) return placedByKey(unknownEvent(input), caller);
  const isObject = typeof input === 'object' && input !== null && !Array.isArray(input);
  if (!isObject) {
    if (isStrict || !isKey(caller)) throw invalidField('event', 'The event must be a JSON object.');
    return placedByKey(unknownEvent(input), caller);
  }
  if (!isStrict) {
    const read = repairEvent({ ...input }, now);
    // A person can correct what a device cannot.
    if (read.unknownShape !== undefined && !isKey(caller)) validate(schemaOfEvent(input), input);
    return read.unknownShape === undefined ? read : placedByKey(read, caller);
  }
  const event = validate(schemaOfEvent(input), input) as ReportEvent;
  if (event.action === 'raise' || isSignal(event)) checkOccurredAt(event, now);
  const { id: _, ...said }: Readonly<Record<string, unknown>> = event;
  return { event, said, warnings: [], isKnown: true };
}

/**
 * An event that Guard does not understand, at the place of its key. What another system calls a device or a site is none here, so
 * it must not make Guard refuse the event.
 */
function placedByKey({ event, ...read }: RepairedEvent, caller: Caller): RepairedEvent {
  const { siteId, deviceId } = bindingOf(caller);
  const fields = Object.entries(event).filter(
    ([name]) =>
      !(name === 'site_id' && siteId !== undefined) && !(name === 'device_id' && deviceId !== undefined),
  );
  return { ...read, event: EVENT_SCHEMAS.raise.parse(Object.fromEntries(fields)) };
}

/**
 * The group of an event. The events of one group run in order: openings and closings; those with the same dedup key; without one,
 * those with the same id.
 */
function groupOf({ position, event }: ReadEvent): string {
  if (event.action === 'heartbeat' || event.action === 'test') return `heartbeat ${event.device_id}`;
  if (event.action === 'open' || event.action === 'close') return 'openings';
  if (event.dedup_key !== undefined) return `key ${event.dedup_key}`;
  return event.id === undefined ? `${position}` : `id ${event.id}`;
}

const isSignal = (event: ReportEvent): event is SignalEvent =>
  event.action === 'open' || event.action === 'close' || event.action === 'test';

function signalsOf(event: SignalEvent, at: string): SiteSignals {
  if (event.action === 'test') return { openings: [], testedAt: at };
  const { partition = null, user_number = null } = event;
  const isPartial = event.action === 'close' && event.partial === true;
  const state = event.action === 'open' ? 'open' : isPartial ? 'partial' : 'closed';
  return { openings: [{ state, partition, user_number, user_name: null, at }] };
}

/** The run of one report, whose events share what was read and the heartbeats. */
class ReportRun {
  readonly resolved: Alert[] = [];
  readonly ignored: unknown[] = [];
  readonly #table: Table;
  readonly #places: Places;
  readonly #context: ReportContext;
  readonly #heartbeats = new Map<string, Promise<void>>();

  constructor(table: Table, places: Places, context: ReportContext) {
    this.#table = table;
    this.#places = places;
    this.#context = context;
  }

  async process({ event, ...read }: RepairedEvent): Promise<EventResult> {
    const place = this.#places.placeOf(event);
    const { warnings = [] } = this.#context;
    const repaired = { ...read, warnings: [...warnings, ...read.warnings, ...place.warnings] };
    if (event.action === 'heartbeat') {
      await this.#recordHeartbeat(place.deviceId);
      return { status: 200, warnings: repaired.warnings };
    }
    if (isSignal(event)) {
      const result = await this.#recordSignal({ ...repaired, event }, place);
      await this.#recordHeartbeat(place.deviceId).catch((error: unknown) => this.ignored.push(error));
      return result;
    }
    const result =
      event.action === 'raise'
        ? { ...(await this.#raise({ ...repaired, event }, place)), pictures: event.pictures }
        : await this.#resolve({ ...repaired, event }, place);
    if (!read.isKnown) return result;
    // The event is already done, so a failed heartbeat must not make the client repeat it.
    await this.#recordHeartbeat(place.deviceId).catch((error: unknown) => this.ignored.push(error));
    return result;
  }

  async #raise(
    { event, said, warnings, reportedAt, isKnown, unknownShape }: RepairedEvent<RaiseEvent>,
    place: EventPlace,
  ): Promise<EventResult> {
    const context = this.#context;
    const { action: _, id, pictures: __, ...known } = event;
    const fields = unknownShape === undefined ? known : await this.#ofShape(known, unknownShape, place);
    const { siteId: site_id, deviceId: device_id } = place;
    const input = { ...fields, reported_at: reportedAt, ...context.instead, site_id, device_id };
    const { deviceId: ownDeviceId } = bindingOf(context.caller);
    const dedupScope = ownDeviceId === undefined ? 'site' : 'device';
    const { followsDevice, mayRunAway } = place;
    // A valid event counts as a heartbeat, which is begun early. If the heartbeat fails, this is handled after the event.
    const onValid = () => void (isKnown && this.#recordHeartbeat(place.deviceId).catch(() => {}));
    const repairs = !context.isStrict;
    const raising = {
      ...context,
      isAlarm: context.isAlarm ?? unknownShape !== undefined,
      repairs,
      warnings,
      followsDevice,
      mayRunAway,
      dedupScope,
      onValid,
    } as const;
    if (id === undefined) return raiseAlert(this.#table, input, raising);
    const once = this.#identify(id, said);
    const result = await raiseOnce(this.#table, input, { ...raising, once });
    return 'alert' in result ? result : replayedResult(result, context.caller, place);
  }

  /**
   * The alarm of an event that Guard does not understand: one alert for each device and shape, and one for all shapes from the
   * sixth of an hour on.
   */
  async #ofShape<E extends { readonly type: string }>(alarm: E, shape: string, { deviceId }: EventPlace) {
    const { tenantId, caller, now } = this.#context;
    const id = deviceId ?? callerId(caller);
    const ruling = await noteShape(this.#table, { tenantId, id }, shape, now);
    return ruling === 'own'
      ? { ...alarm, dedup_key: `${alarm.type}:${id}:${sha256(shape)}` }
      : { ...alarm, type: 'runaway', reported_type: alarm.type, dedup_key: `${alarm.type}:${id}:runaway` };
  }

  async #resolve(
    { event, said, warnings }: RepairedEvent<ResolveEvent>,
    place: EventPlace,
  ): Promise<EventResult> {
    const context = this.#context;
    const { id, dedup_key, message } = event;
    const { siteId } = place;
    const result = await resolveByKey(this.#table, {
      ...context,
      siteId,
      ownDeviceId: bindingOf(context.caller).deviceId,
      dedupKey: dedup_key,
      note: message,
      warnings,
      once: id === undefined ? undefined : this.#identify(id, said),
    });
    if ('replayed' in result) return replayedResult(result, context.caller, place);
    this.resolved.push(...result.resolved);
    return { status: 200, alert: showAlert(result.alert, context.caller, place), warnings: result.warnings };
  }

  /** Records an opening, a closing or a test. A person reads them at the site; they raise nothing by themselves. */
  async #recordSignal(
    { event, said, warnings }: RepairedEvent<SignalEvent>,
    { siteId, deviceId, followsDevice }: EventPlace,
  ): Promise<EventResult> {
    const { tenantId, actor, now, randomBytes } = this.#context;
    const happenedAt = event.occurred_at ?? formatTimestamp(now);
    const { id } = event;
    const recording = { tenantId, siteId, deviceId, followsDevice, actor, now, randomBytes };
    const once = id === undefined ? undefined : this.#identify(id, said);
    const signals = signalsOf(event, happenedAt);
    const recorded = await recordSignals(this.#table, { ...recording, once }, signals);
    return {
      status: 200,
      ...(recorded.isRepeated ? { replayed: true as const } : {}),
      warnings: [...warnings, ...recorded.warnings],
    };
  }

  /** Identifies an event by its id. Ids are unique for each API key or user. */
  #identify(id: string, said: unknown): EventIdentity {
    const { tenantId, caller, isStrict, recognition } = this.#context;
    const reporter = { tenantId, id: callerId(caller) };
    const once = identifyEvent(reporter, id, said, recognition);
    return isStrict ? once : withOwnIdentity(reporter, id, once);
  }

  /** Records a heartbeat of a device, once for the whole report, however many events name the device. */
  #recordHeartbeat(deviceId: string | undefined): Promise<void> {
    if (deviceId === undefined || this.#context.isForgeable) return Promise.resolve();
    const known = this.#heartbeats.get(deviceId);
    if (known) return known;
    const { tenantId } = this.#context;
    const heartbeat = recordHeartbeat(this.#table, { tenantId, deviceId }, this.#context);
    this.#heartbeats.set(deviceId, heartbeat);
    return heartbeat;
  }
}

function replayedResult(
  { status, replayed, warnings }: ReplayResult,
  caller: Caller,
  place: EventPlace,
): EventResult {
  return { status, alert: showAlert(replayed, caller, place), replayed: true, warnings };
}

/**
 * The fields of an alert that the caller may read. A device-bound key reads the alerts of its device at the site where the
 * device is now. Of any other alert, such as one from before a move, it reads only the id and the status.
 */
function showAlert(
  alert: Alert | undefined,
  caller: Caller,
  { siteId }: EventPlace,
): ReportedAlert | undefined {
  const { deviceId } = bindingOf(caller);
  const isWhole = deviceId === undefined || (alert?.device_id === deviceId && alert.site_id === siteId);
  return alert && !isWhole ? { id: alert.id, status: alert.status } : alert;
}
