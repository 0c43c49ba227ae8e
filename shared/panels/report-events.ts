import { cancelAlert } from '../alerts/act-on-alert.ts';
import { actionTime } from '../alerts/action-context.ts';
import { findAlert, findDeviceAlerts, findDeviceClaims } from '../alerts/find-alert.ts';
import {
  type EventIdentity,
  identifyEvent,
  keepEvent,
  keysOfEvent,
  type Recognition,
  recall,
} from '../alerts/reported-event.ts';
import { resolveByKey } from '../alerts/resolve-by-key.ts';
import type { Warning } from '../alerts/warning.ts';
import type { AuthenticatedKey, RecordedActor } from '../base/actor.ts';
import { ApiError } from '../base/errors.ts';
import type { RandomBytes } from '../base/ids.ts';
import { concernsLives } from '../base/life-types.ts';
import { severityRank } from '../base/severities.ts';
import { formatTimestamp } from '../base/time.ts';
import { DEVICES } from '../devices/device.ts';
import type { Path } from '../devices/heartbeat.ts';
import { recordHeartbeat } from '../reports/record-heartbeat.ts';
import { type ReportContext, runReport } from '../reports/run-report.ts';
import { planSignals } from '../supervisions/plan-signals.ts';
import { commit, type GuardedWrite } from '../table/commit.ts';
import { untilSettled } from '../table/decide-and-write.ts';
import { absentOr, allOf, attribute, EXISTS, expression, join } from '../table/expression.ts';
import { batchGet, getItem } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { putOwn, updateItem } from '../table/writes.ts';
import { covers, isCancel } from './cancelled-alarms.ts';
import type { KnownPanel } from './known-panel.ts';
import { formerDedupKey, type PanelEvent, panelDedupKey, UNKNOWN, unknownCode } from './meaning.ts';
import { isInWindow } from './message.ts';
import {
  areaOf,
  LAST_OPENING,
  LAST_OPENINGS,
  openingsOf,
  PANELS,
  type Panel,
  type PanelOpening,
  type StoredPanel,
} from './panel.ts';
import { frameItem, type PanelFrame } from './panel-frame.ts';
import { type Arrival, type PlacedEvent, raises } from './verdict.ts';

/** A frame of a panel, after it was judged. */
export interface FrameReport {
  readonly events: readonly PlacedEvent[];
  /** The time that the panel gave. */
  readonly time: Date | undefined;
  /** That time as sent, also one that is no time. */
  readonly timeText: string | undefined;
  /** Further data of the panel, for the metadata of alerts. */
  readonly facts: Readonly<Record<string, string>>;
  readonly warnings: readonly Warning[];
  /** Identifies the frame by all that it says; `undefined` if it is never a repetition. */
  readonly identity: string | undefined;
  /** How the release before identifies the frame, if in another way. */
  readonly formerIdentity?: string | undefined;
  /** For how many seconds its repetition is recognized. */
  readonly keptSeconds: number;
  /** Whether somebody else may have sent it, so that it is no sign of life. */
  readonly isForgeable: boolean;
  readonly path: Path | undefined;
  /** Whether the panel has sent more events in this minute than it may. */
  readonly isTooMuch: boolean;
}

export interface ReportingContext {
  readonly table: Table;
  readonly now: Date;
  readonly randomBytes: RandomBytes;
  readonly retentionDays: number;
}

/** What an event did, as the frames of the panel show it. */
export type EventOutcome =
  | 'raised'
  | 'occurred_again'
  | 'restored'
  | 'resolved'
  | 'cancelled'
  | 'recorded'
  | 'repeated';

export interface ReportedEvents {
  readonly outcomes: readonly EventOutcome[];
  readonly alertIds: readonly string[];
}

/** How many events of a frame are carried out one by one, each by a transaction. The longest frame has more than a thousand. */
const MOST_CARRIED_OUT = 16;

/** An event with its place among those that count, as the release before numbers them. */
type Placed = readonly [place: number, event: PlacedEvent];

/**
 * Carries out the events of a frame in their order: alarms and troubles raise, the restore of a trouble resolves it, and that of
 * an alarm is recorded for the people who close it. What the panel sends too much of is counted by one write. A repetition has no
 * further effect. Throws if an event could not be written: the frame must then not be acknowledged.
 */
export async function reportEvents(
  known: KnownPanel,
  report: FrameReport,
  context: ReportingContext,
): Promise<ReportedEvents> {
  const outcomes: EventOutcome[] = [];
  const alertIds = new Set<string>();
  const note = ({ outcome, alertId }: Carried) => {
    outcomes.push(outcome);
    if (alertId !== undefined) alertIds.add(alertId);
  };
  const { keptSeconds, formerIdentity } = report;
  const recognition = { keptSeconds, isWhole: true };
  const { single, counted } = divide(report);
  for (const [formerPlace, event] of single) {
    const formerId = formerIdentity === undefined ? undefined : eventId(formerIdentity, formerPlace);
    note(await carryOut(known, event, { ...report, recognition: { ...recognition, formerId } }, context));
  }
  if (counted.length > 0) note(await raiseCounted(known, counted, { ...report, recognition }, context));
  return { outcomes, alertIds: [...alertIds] };
}

/** The report of one event of a frame, or of those that are only counted. */
interface EventReport extends FrameReport {
  readonly recognition: Recognition;
}

/**
 * Divides the events of a frame into those that are carried out one by one, and those that are only counted: of a panel that
 * sends too many, and beyond the number of a frame. Alarms and troubles come before others, then what is worst, and the first of
 * each type before the second of any: so none that is worse hides behind many.
 */
function divide({ events, isTooMuch }: FrameReport): {
  single: readonly Placed[];
  counted: readonly Placed[];
} {
  const all: readonly Placed[] = [...events.entries()];
  const isRunaway = ([, event]: Placed) => isTooMuch && raises(event) && !concernsLives(event.type);
  const written = all.filter((it) => !isOnlyInEntry(it[1]) && !isRunaway(it));
  const chosen = new Set(
    written.length > MOST_CARRIED_OUT ? worstFirst(written).slice(0, MOST_CARRIED_OUT) : written,
  );
  return {
    single: all.filter((it) => isOnlyInEntry(it[1]) || chosen.has(it)),
    counted: all.filter((it) => !chosen.has(it) && raises(it[1])),
  };
}

function worstFirst(events: readonly Placed[]): Placed[] {
  const ofType = new Map<string, number>();
  const ranked = events.map((it) => {
    const [, event] = it;
    const severity = raises(event) ? severityRank(event.severity) : -1;
    const number = (ofType.get(event.type ?? event.code) ?? 0) + 1;
    ofType.set(event.type ?? event.code, number);
    return { it, severity, number };
  });
  return ranked
    .sort((one, other) => other.severity - one.severity || one.number - other.number)
    .map(({ it }) => it);
}

interface Carried {
  readonly outcome: EventOutcome;
  readonly alertId?: string | undefined;
}

async function carryOut(
  known: KnownPanel,
  event: PlacedEvent,
  report: EventReport,
  context: ReportingContext,
): Promise<Carried> {
  const id = report.identity === undefined ? undefined : eventId(report.identity, event.place);
  if (raises(event)) return raise(known, event, id, report, context);
  if (event.kind === 'restore' && event.restores === 'alarm') {
    return restore(known, event, id, report, context);
  }
  if (event.kind === 'restore') {
    const resolve = { action: 'resolve', dedup_key: dedupKeyOf(known, event), message: event.text, id };
    const { alert, replayed } = await runOne(known, resolve, report, context);
    if (replayed) return { outcome: 'repeated', alertId: alert?.id };
    return { outcome: alert ? 'resolved' : 'recorded', alertId: alert?.id };
  }
  if (isCancel(event)) return cancel(known, event, id, report, context);
  return { outcome: 'recorded' };
}

/** Whether an event is nowhere but in the entry of its frame, and in the last state of the panel. */
export const isOnlyInEntry = (event: PanelEvent): boolean => !raises(event) && event.kind !== 'restore';

/**
 * Records a frame with the events that are nowhere but in its entry, and what its openings, closings and tests mean for the site, all
 * or nothing. Of very many openings, all but the last are recorded before.
 * A repetition has no effect. Throws if that is not known: the frame must then not be acknowledged.
 */
export async function recordEvents(
  known: KnownPanel,
  entry: PanelFrame,
  { events, time, identity, formerIdentity: formerId, keptSeconds }: FrameReport,
  { table, now, randomBytes }: ReportingContext,
): Promise<'recorded' | 'repeated'> {
  const { tenant_id: tenantId, id: deviceId, site_id: siteId } = known.device.entity;
  const reporter = { tenantId, id: deviceId };
  const at = timeOf(known, time, now);
  const happenedAt = at && at < now ? at : now;
  const isTest = events.some(({ kind, type }) => kind === 'test' && type === PERIODIC_TEST);
  const place = { tenantId, siteId, device: known.device.entity };
  const record = (part: FramePart): Promise<'recorded' | 'repeated'> => {
    const { openings, id, isLast } = part;
    const writeId = table.newWriteId();
    const signalling = { ...actionTime(now, randomBytes), actor: actorOf(known), now, writeId };
    const recognition = { keptSeconds, isWhole: true, formerId: part.formerId };
    const once = id === undefined ? [] : [identifyEvent(reporter, id, 'frame', recognition)];
    const keys = [PANELS.key(tenantId, deviceId), ...once.flatMap(keysOfEvent)];
    const testedAt = isTest && isLast ? formatTimestamp(happenedAt) : undefined;
    const signals = { openings: openings.map(reportedOpening), testedAt };
    return untilSettled(table, async () => {
      const [panel, ...items] = await batchGet(table, keys);
      const [before] = once.flatMap((it) => recall(it, items, now).before ?? []);
      if (before) return { result: before.writeId === writeId ? 'recorded' : 'repeated' };
      const isSignal = testedAt !== undefined || openings.length > 0;
      const writes = [
        ...(isLast ? [putOwn(table, frameItem(entry))] : []),
        ...once.flatMap((it) => keepEvent(table, it, { status: 201, alertId: undefined }, { writeId, now })),
        ...(panel ? moveOpenings(table, PANELS.read(panel), openings) : []),
        ...(isSignal ? (await planSignals(table, place, signals, signalling)).writes : []),
      ];
      return (await commit(table, writes)) === 'written' ? { result: 'recorded' } : undefined;
    });
  };
  const parts = divideOpenings(openingsIn(known, events, happenedAt));
  const last = parts.pop() ?? [];
  for (const [number, openings] of parts.entries()) {
    const id = identity === undefined ? undefined : eventId(identity, `openings ${number}`);
    await record({ openings, id, formerId: undefined, isLast: false });
  }
  return record({ openings: last, id: identity, formerId, isLast: true });
}

/** Some openings of a frame, which are recorded by one transaction. */
interface FramePart {
  readonly openings: readonly PanelOpening[];
  readonly id: string | undefined;
  readonly formerId: string | undefined;
  /** Whether it records the frame, too. */
  readonly isLast: boolean;
}

const reportedOpening = ({ partial, state, ...opening }: PanelOpening) => ({
  ...opening,
  state: partial ? ('partial' as const) : state,
});

/** How many openings a transaction records: with the alerts of 20 supervisions it then has fewer than 100 writes. */
const MOST_OPENINGS = 20;

/**
 * Divides the openings of a frame into those of one transaction each. Of more than one transaction takes, only the last of each
 * area and state is recorded, so that an opening which a closing follows is not lost.
 */
function divideOpenings(all: readonly PanelOpening[]): PanelOpening[][] {
  if (all.length <= MOST_OPENINGS) return [[...all]];
  const nameOf = (it: PanelOpening) => `${areaOf(it)} ${reportedOpening(it).state}`;
  const places = new Map(all.map((it, place) => [nameOf(it), place]));
  const kept = all.filter((it, place) => places.get(nameOf(it)) === place);
  const count = Math.ceil(kept.length / MOST_OPENINGS);
  return Array.from({ length: count }, (_, part) =>
    kept.slice(part * MOST_OPENINGS, (part + 1) * MOST_OPENINGS),
  );
}

/** The test that a panel or its user sends over the whole way. A walk test stays at the site. */
const PERIODIC_TEST = 'test';

/**
 * The time of a frame, if it says when its events happened. In clear text many panels send their local time, so that only a time
 * near that of the receiver counts.
 */
function timeOf({ panel }: Pick<KnownPanel, 'panel'>, time: Date | undefined, now: Date): Date | undefined {
  return time && (panel.key || isInWindow(time, now)) ? time : undefined;
}

/** Ids of events are short, and different for each event of a frame. */
const eventId = (identity: string, place: number | 'counted' | `openings ${number}`) =>
  `${identity}.${place}`;

const dedupKeyOf = ({ device }: KnownPanel, event: PanelEvent) => panelDedupKey(device.entity.id, event);

/**
 * The dedup key of a former release under which an alert of this event is still open; `undefined` if there is none. Such an alert
 * may have counted other codes and users, too: it is that of the code and user by which it was raised.
 */
async function findFormerKey(
  { device, panel }: KnownPanel,
  event: PanelEvent,
  { table }: Pick<ReportingContext, 'table'>,
): Promise<string | undefined> {
  const { id: deviceId, tenant_id: tenantId, site_id: siteId } = device.entity;
  const former = formerDedupKey(deviceId, event);
  if (former === undefined) return undefined;
  const claims = await findDeviceClaims(table, { tenantId, siteId, deviceId }, former);
  const alerts = await Promise.all(claims.map(({ open }) => findAlert(table, tenantId, open.alertId)));
  const isOpen = alerts.some((alert) => {
    if (!alert || alert.entity.status === 'resolved' || alert.entity.dedup_key !== former) return false;
    const { code = '', user } = alert.entity.metadata ?? {};
    const isOfCode = event.type !== UNKNOWN || unknownCode({ code }) === unknownCode(event);
    const names = [event.user, userName(panel.entity, event.user)];
    return isOfCode && (event.user === undefined || names.includes(user));
  });
  return isOpen ? former : undefined;
}

/** The type of the alert that counts the events of a panel which sends more of them than it may. */
const RUNAWAY = 'runaway';

async function raise(
  known: KnownPanel,
  event: PanelEvent,
  id: string | undefined,
  report: EventReport,
  context: ReportingContext,
): Promise<Carried> {
  const { panel } = known;
  const zone = zoneOf(panel.entity, event);
  const { partition, zone: number, user, code } = event;
  const formerKey = await findFormerKey(known, event, context);
  return runRaise(
    known,
    {
      type: event.type,
      severity: event.severity,
      message: messageOf(panel.entity, event, zone),
      dedup_key: dedupKeyOf(known, event),
      zone_id: await zoneIdOf(context.table, known, zone),
      occurred_at: report.time && formatTimestamp(report.time),
      metadata: {
        ...report.facts,
        code,
        ...(partition === undefined ? {} : { partition }),
        ...(number === undefined ? {} : { zone: number }),
        ...(user === undefined ? {} : { user: userName(panel.entity, user) ?? user }),
      },
      id,
    },
    report,
    context,
    {
      isAlarm: event.kind === 'alarm',
      openedOrClosedAt: () => lastOpenedOrClosed(context.table, known, event),
      instead: {
        ...(formerKey === undefined ? {} : { dedup_key: formerKey }),
        ...arrivalOf(known, report, context.now),
      },
    },
  );
}

async function runRaise(
  known: KnownPanel,
  event: Readonly<Record<string, unknown>>,
  report: EventReport,
  context: ReportingContext,
  given: Parameters<typeof runOne>[4],
): Promise<Carried> {
  const raised = { action: 'raise', ...event };
  const { alert, status, replayed } = await runOne(known, raised, report, context, given);
  const outcome = replayed ? 'repeated' : status === 201 ? 'raised' : 'occurred_again';
  return { outcome, alertId: alert?.id };
}

/** When the area of an event was last opened or closed, alone or with the whole site. */
async function lastOpenedOrClosed(
  table: Table,
  { device }: KnownPanel,
  { partition }: PanelEvent,
): Promise<string | undefined> {
  const { tenant_id, id } = device.entity;
  const item = await getItem(table, PANELS.key(tenant_id, id));
  if (!item) return undefined;
  const isSame = (area: string | null) => area === null || partition === undefined || area === partition;
  const times = openingsOf(PANELS.read(item)).flatMap(({ at, partition: area }) =>
    isSame(area) ? [at] : [],
  );
  return times.toSorted().at(-1);
}

/** How many texts of counted events a message names. */
const MOST_NAMED = 10;

/** Raises one alert of the panel for events that are only counted. It is as severe as the worst, and names them, worst first. */
function raiseCounted(
  known: KnownPanel,
  counted: readonly Placed[],
  report: EventReport,
  context: ReportingContext,
): Promise<Carried> {
  const panel = known.panel.entity;
  const events = worstFirst(counted).map(([, event]) => event);
  const [worst, ...others] = events;
  const texts = [...Map.groupBy(events, ({ text }) => text)].map(([text, { length }]) =>
    length === 1 ? text : `${text} (${length})`,
  );
  const message =
    worst && others.length === 0
      ? messageOf(panel, worst, zoneOf(panel, worst))
      : `${events.length} events: ${texts.slice(0, MOST_NAMED).join(', ')}${texts.length > MOST_NAMED ? ' …' : ''}`;
  return runRaise(
    known,
    {
      type: RUNAWAY,
      severity: worst?.severity,
      message,
      dedup_key: `panel:${known.device.entity.id}:${RUNAWAY}`,
      occurred_at: report.time && formatTimestamp(report.time),
      metadata: { ...report.facts, code: worst?.code ?? '', events: String(events.length) },
      id: report.identity === undefined ? undefined : eventId(report.identity, 'counted'),
    },
    report,
    context,
    { instead: arrivalOf(known, report, context.now) },
  );
}

type Zone = Panel['zones'][number];

/** What the panel's number is at the site: the entry with the partition, or the one without any. */
function zoneOf({ zones }: Panel, { zone, partition }: PanelEvent): Zone | undefined {
  const numbered = zones.filter(({ number }) => String(number) === zone);
  return (
    numbered.find((it) => it.partition !== undefined && String(it.partition) === (partition ?? '0')) ??
    numbered.find((it) => it.partition === undefined)
  );
}

async function zoneIdOf(
  table: Table,
  { device }: KnownPanel,
  zone: Zone | undefined,
): Promise<string | undefined> {
  if (zone?.zone_id !== undefined || zone?.device_id === undefined) return zone?.zone_id;
  const item = await getItem(table, DEVICES.key(device.entity.tenant_id, zone.device_id));
  return (item && DEVICES.entityOf(item).zone_id) ?? undefined;
}

function messageOf(
  panel: Panel,
  { text, zone, partition, user }: PanelEvent,
  known: Zone | undefined,
): string {
  const number = zone === undefined ? undefined : `zone ${zone}`;
  const place = known?.name === undefined ? number : `${known.name} (${number})`;
  const area = partition === undefined ? undefined : `partition ${partition}`;
  const name = userName(panel, user);
  const by = user === undefined ? undefined : `user ${user}`;
  const person = name === undefined ? by : `${name} (${by})`;
  return [text, place, area, person].filter((it) => it !== undefined).join(', ');
}

const userName = ({ users }: Panel, user: string | undefined): string | undefined =>
  users.find(({ number }) => String(number) === user)?.name;

async function restore(
  known: KnownPanel,
  event: PanelEvent,
  id: string | undefined,
  report: EventReport,
  context: ReportingContext,
): Promise<Carried> {
  const { table, now, randomBytes } = context;
  const { id: deviceId, tenant_id: tenantId, site_id: siteId } = known.device.entity;
  const once = identityOf(known, event, id, report);
  // The key of a user also finds the alert of a former release, which has none.
  const formerKey = event.type === UNKNOWN ? await findFormerKey(known, event, context) : undefined;
  const result = await resolveByKey(table, {
    ...actionTime(now, randomBytes),
    actor: actorOf(known),
    warnings: report.warnings,
    tenantId,
    siteId,
    ownDeviceId: deviceId,
    dedupKey: formerKey ?? dedupKeyOf(known, event),
    ending: 'restore',
    note: event.text,
    now,
    once,
  });
  if (!report.isForgeable) {
    const heartbeat = { now, randomBytes, retentionDays: context.retentionDays, path: report.path };
    // The restore is written, so a failed heartbeat must not make the panel repeat it.
    await recordHeartbeat(table, { tenantId, deviceId }, heartbeat).catch(() => {});
  }
  if ('replayed' in result) return { outcome: 'repeated', alertId: result.replayed?.id };
  return { outcome: result.alert ? 'restored' : 'recorded', alertId: result.alert?.id };
}

/** Marks the open alerts that a cancel covers. A repetition marks none, because another alarm may have happened since. */
async function cancel(
  known: KnownPanel,
  event: PanelEvent,
  id: string | undefined,
  report: EventReport,
  { table, now, randomBytes }: ReportingContext,
): Promise<Carried> {
  const { id: deviceId, tenant_id: tenantId } = known.device.entity;
  const writeId = table.newWriteId();
  const once = identityOf(known, event, id, report);
  const before = once && recall(once, await batchGet(table, keysOfEvent(once)), now).before;
  if (before) return { outcome: 'repeated', alertId: before.alertId };
  const alerts = await findDeviceAlerts(table, { tenantId, deviceId });
  const covered = alerts.filter(({ entity }) => covers(event, deviceId, entity.dedup_key));
  const name = userName(known.panel.entity, event.user);
  const who = name === undefined ? `user ${event.user}` : `user ${event.user} (${name})`;
  for (const alert of covered) {
    const user = { user_number: event.user ?? null, user_name: name ?? null };
    await cancelAlert(table, alert, user, {
      ...actionTime(now, randomBytes),
      actor: actorOf(known),
      warnings: report.warnings,
      note: event.user === undefined ? event.text : `${event.text}, ${who}`,
    });
  }
  const alertId = covered[0]?.entity.id;
  if (once) await commit(table, keepEvent(table, once, { status: 200, alertId }, { writeId, now }));
  return { outcome: alertId === undefined ? 'recorded' : 'cancelled', alertId };
}

/** Identifies an event that writes to alerts itself; `undefined` if it is never a repetition. */
function identityOf(
  { device }: KnownPanel,
  event: PanelEvent,
  id: string | undefined,
  { recognition }: EventReport,
): EventIdentity | undefined {
  const { id: deviceId, tenant_id: tenantId } = device.entity;
  return id === undefined ? undefined : identifyEvent({ tenantId, id: deviceId }, id, event, recognition);
}

/** What counts for an alarm in a frame with a time that says nothing: the arrival, beside the time as it was sent. */
function arrivalOf(known: KnownPanel, { time, timeText }: FrameReport, now: Date): ReportContext['instead'] {
  const isArrival = timeText !== undefined && timeOf(known, time, now) === undefined;
  return isArrival ? { occurred_at: undefined, reported_at: timeText } : {};
}

/**
 * Raises an alert at a panel whose key somebody tries to do without. Within an hour it raises once, however many receivers
 * notice. It is no sign of life.
 */
export async function raiseTamper(
  known: KnownPanel,
  { address, transport }: Pick<Arrival, 'address' | 'transport'>,
  context: ReportingContext,
): Promise<void> {
  const id = `tamper ${context.now.toISOString().slice(0, 'YYYY-MM-DDThh'.length)}`;
  const event = {
    action: 'raise',
    type: 'tamper',
    severity: 'high',
    message: 'Somebody without the key sends frames with the account of this panel',
    dedup_key: `panel:${known.device.entity.id}:wrong-key`,
    metadata: { address, transport },
    id,
  };
  const report = { warnings: [], recognition: { isWhole: true }, isForgeable: true, path: undefined };
  await runOne(known, event, report, context);
}

/** Runs one event as a report of a key that is bound to the device of the panel. */
async function runOne(
  known: KnownPanel,
  event: Readonly<Record<string, unknown>>,
  report: Pick<EventReport, 'warnings' | 'recognition' | 'isForgeable' | 'path'>,
  { table, now, randomBytes, retentionDays }: ReportingContext,
  given: Pick<ReportContext, 'isAlarm' | 'openedOrClosedAt' | 'instead'> = {},
) {
  const caller = callerOf(known);
  const fields = Object.entries(event).filter(([, value]) => value !== undefined);
  const { results } = await runReport(table, [Object.fromEntries(fields)], {
    tenantId: caller.tenantId,
    caller,
    actor: actorOf(known),
    now,
    ...actionTime(now, randomBytes),
    randomBytes,
    retentionDays,
    isStrict: false,
    hasTime: () => true,
    warnings: report.warnings,
    recognition: report.recognition,
    isForgeable: report.isForgeable,
    path: report.path,
    ...given,
  });
  const [result] = results;
  if (!result) throw new Error('A report without a result');
  if ('error' in result) throw result.error;
  return result;
}

/** The panel reports as a key would that is bound to its device: with dedup keys of its own, at the present site. */
function callerOf({ device: { entity } }: KnownPanel): AuthenticatedKey {
  const { id, tenant_id: tenantId, site_id: siteId, name, runaway_after } = entity;
  return {
    keyId: id,
    access: 'report',
    name,
    tenantId,
    siteId,
    deviceId: id,
    ...(runaway_after === null ? {} : { mayRunAway: true }),
  };
}

/** The actor of the panel's changes. It has no id, because it is no key that somebody could revoke. */
const actorOf = ({ device }: KnownPanel): RecordedActor => ({
  kind: 'key',
  id: null,
  name: device.entity.name,
});

/** The openings and closings of a frame, in their order. */
function openingsIn({ panel }: KnownPanel, events: readonly PanelEvent[], at: Date): PanelOpening[] {
  return events
    .filter(({ kind }) => kind === 'open' || kind === 'close')
    .map((event) => ({
      state: event.kind === 'open' ? 'open' : 'closed',
      ...(event.type === 'partial-closing' ? { partial: true as const } : {}),
      at: formatTimestamp(at),
      partition: event.partition ?? null,
      user_number: event.user ?? null,
      user_name: userName(panel.entity, event.user) ?? null,
    }));
}

/** How many areas of a panel are known, and how long their names may be. Real panels have fewer and shorter ones. */
const MOST_AREAS = 100;
const LONGEST_AREA = 8;

/** Makes the write of a frame's openings and closings. An area that has a later one keeps it. */
function moveOpenings(
  table: Table,
  { entity: { tenant_id, id }, lastOpening, openings }: StoredPanel,
  all: readonly PanelOpening[],
): GuardedWrite[] {
  const last = all.at(-1);
  if (!last) return [];
  const isLater = (before: PanelOpening | null | undefined, { at }: PanelOpening) =>
    !before || before.at <= at;
  const byArea = new Map(all.map((opening) => [areaOf(opening), opening]));
  const known = Object.keys(openings ?? {});
  const hasRoom = known.length + byArea.size <= MOST_AREAS;
  const moved = [...byArea].filter(
    ([area, opening]) =>
      area.length <= LONGEST_AREA && (hasRoom || known.includes(area)) && isLater(openings?.[area], opening),
  );
  const changes = [
    ...(isLater(lastOpening, last) ? [{ path: attribute(LAST_OPENING), value: last, at: last.at }] : []),
    ...(openings
      ? moved.map(([area, it]) => ({ path: attribute(LAST_OPENINGS, area), value: it, at: it.at }))
      : [{ path: attribute(LAST_OPENINGS), value: Object.fromEntries(moved), at: undefined }]),
  ];
  if (changes.length === 0) return [];
  const sets = changes.map(({ path, value }) => expression`${path} = ${value}`);
  // Refused if another frame has written a later one, or the first one, meanwhile.
  const conditions = changes.map(({ path, at }) =>
    at === undefined
      ? expression`attribute_not_exists(${path})`
      : absentOr(path, expression`${path}.#at <= ${at}`),
  );
  const update = expression`SET ${join(sets, ', ')}`;
  const condition = allOf(EXISTS, ...conditions);
  return [updateItem(table, PANELS.key(tenant_id, id), { update, condition }, 'stale')];
}

/** Whether the device or its site is gone, so that repeating the frame would not help. */
export const isGone = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'not_found' || error.code === 'validation_failed');
