import { actionTime } from '../alerts/action-context.ts';
import type { Alert } from '../alerts/alert.ts';
import { DEDUP_KEY_LENGTH } from '../alerts/alert-input.ts';
import { identifyEvent } from '../alerts/reported-event.ts';
import { resolveByKey } from '../alerts/resolve-by-key.ts';
import type { Warning } from '../alerts/warning.ts';
import type { AuthenticatedKey, RecordedActor } from '../base/actor.ts';
import { canonicalJson, sha256 } from '../base/digest.ts';
import { ApiError } from '../base/errors.ts';
import type { RandomBytes } from '../base/ids.ts';
import { runInLanes } from '../base/run-in-lanes.ts';
import type { AlertSeverity } from '../base/severities.ts';
import { formatTimestamp, toEpochSeconds } from '../base/time.ts';
import { EVENT_TYPES, type EventTypeName } from '../panels/event-types.ts';
import { recordHeartbeat } from '../reports/record-heartbeat.ts';
import { runReport } from '../reports/run-report.ts';
import { maskMessage } from '../reports/unknown-event.ts';
import type { Table } from '../table/table.ts';
import type { InboundResult } from './inbound-record.ts';
import type { Signal, UntypedSettings } from './signal.ts';
import {
  isKnown,
  isLate,
  isNoNews,
  keepStates,
  type Owner,
  readThings,
  type ThingState,
  withState,
} from './thing-states.ts';
import { slugOf } from './words.ts';

/** The sender of a message: the device of the address, as if it had a key. */
export interface InboundSender {
  readonly caller: AuthenticatedKey & { readonly siteId: string; readonly deviceId: string };
  readonly actor: RecordedActor;
  readonly settings: UntypedSettings;
}

export interface CarryingContext {
  readonly table: Table;
  readonly now: Date;
  /** When the message was sent, of a broker that keeps no order: an older message does not replace a newer state. */
  readonly sentAt?: Date;
  readonly randomBytes: RandomBytes;
  /** After how many days the history entry of a device's status change expires. */
  readonly retentionDays: number;
  /** Whether there is still time to begin another signal. */
  readonly hasTime: () => boolean;
  /** The instant that a local time means. */
  readonly instantOf: (time: NonNullable<Signal['occurredAt']>) => Promise<Date>;
}

export interface CarriedOut {
  /** One for each signal, in their order. */
  readonly results: readonly InboundResult[];
  readonly resolved: readonly Alert[];
  /** Why a signal was not carried out although it may be later, so that the whole message must come again. */
  readonly failure?: unknown;
  readonly warnings: readonly Warning[];
}

/** How many things of one message are processed in parallel. */
const LANES = 5;

/**
 * Carries out what a message says. What is known already has no effect. The signals about one thing run in order, and its new
 * states are written after them: if that fails, the repetition is recognized by the identity of its events.
 */
export async function carryOut(
  signals: readonly Signal[],
  sender: InboundSender,
  context: CarryingContext,
): Promise<CarriedOut> {
  const run = new Run(sender, context);
  const placed = signals.map((signal, place) => ({ signal, place }));
  const groups = [...Map.groupBy(placed, ({ signal }) => signal.thing)];
  await runInLanes(groups, LANES, ([thing, ofThing]) => run.process(thing, ofThing));
  return {
    results: signals.map((signal, place) => run.results[place] ?? resultOf(signal, 'failed')),
    resolved: run.resolved,
    warnings: run.warnings,
    ...(run.failure === undefined ? {} : { failure: run.failure }),
  };
}

interface PlacedSignal {
  readonly signal: Signal;
  readonly place: number;
}

/** Which of the same states of a message it is, if it is not the first: each is an occasion of its own. */
function nthOf(placed: readonly PlacedSignal[], turn: number): number[] {
  const { part, state } = placed[turn]?.signal ?? {};
  const before = placed.slice(0, turn).filter(({ signal }) => signal.part === part && signal.state === state);
  return before.length === 0 ? [] : [before.length];
}

/** After so many times another message was faster each time, which happens only in an attack. */
const ATTEMPTS = 8;

class Run {
  readonly results: InboundResult[] = [];
  readonly resolved: Alert[] = [];
  readonly warnings: Warning[] = [];
  failure: unknown;
  readonly #sender: InboundSender;
  readonly #context: CarryingContext;

  constructor(sender: InboundSender, context: CarryingContext) {
    this.#sender = sender;
    this.#context = context;
  }

  async process(thing: string, placed: readonly PlacedSignal[]): Promise<void> {
    const { table, now, sentAt, hasTime } = this.#context;
    const { tenantId, deviceId } = this.#sender.caller;
    const owner: Owner = { tenantId, deviceId };
    const done = new Set<number>();
    try {
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const before = (await readThings(table, owner, [thing])).get(thing);
        if (!before) throw new Error('A thing was not read');
        // What the message itself has said before counts, too: it may name two states of one part.
        let known: ThingState = before;
        const kept: Signal[] = [];
        for (const [turn, { signal, place }] of placed.entries()) {
          if (isNoNews(signal, known)) {
            this.results[place] ??= resultOf(signal, 'nothing_new');
            done.add(place);
            continue;
          }
          const isOlder = isLate(signal, before, sentAt);
          const present = known;
          if (!isOlder) {
            kept.push(signal);
            known = withState(known, signal, { now, sentAt });
          }
          if (done.has(place)) continue;
          if (!hasTime()) throw new ApiError('service_unavailable', { reason: 'message_too_slow' });
          // Of an older message its end says nothing any more, but its alarm was one.
          const late = isOlder ? sentAt : undefined;
          const saysNothing =
            isKnown(signal, present, toEpochSeconds(now), sentAt) ||
            (late !== undefined && signal.isOver === true);
          this.results[place] = saysNothing
            ? resultOf(signal, 'nothing_new')
            : await this.#carryOut(signal, [late?.getTime() ?? before.sequence + 1, ...nthOf(placed, turn)]);
          done.add(place);
        }
        if ((await keepStates(table, owner, kept, before, { now, sentAt })) !== 'stale') return;
      }
      throw new ApiError('changed_too_often');
    } catch (error) {
      this.failure ??= error;
    }
  }

  /** `occasion` is the number of the change, or the time of a late message: the same state on another one is no repetition. */
  async #carryOut(signal: Signal, occasion: readonly number[]): Promise<InboundResult> {
    if (signal.kind === 'note') return resultOf(signal, 'recorded');
    const id = sha256(canonicalJson([signal.thing, signal.part ?? null, signal.state, ...occasion]));
    return signal.isOver ? this.#end(signal, id) : this.#raise(signal, id);
  }

  async #raise(signal: Signal, id: string): Promise<InboundResult> {
    const { instantOf } = this.#context;
    const { settings } = this.#sender;
    const own = signal.isUntyped ? settings : {};
    const type = own.type ?? signal.type;
    const severity = own.severity ?? signal.severity ?? usualSeverity(type, signal.kind);
    const fields = {
      action: 'raise',
      type,
      severity,
      message: maskMessage(signal.message),
      dedup_key: dedupKeyOf(signal),
      ...(signal.occurredAt === undefined
        ? {}
        : { occurred_at: formatTimestamp(await instantOf(signal.occurredAt)) }),
      ...(signal.metadata === undefined ? {} : { metadata: namedAsSlugs(signal.metadata) }),
      id,
    };
    const result = await report(fields, this.#sender, this.#context, {
      isAlarm: signal.kind === 'alarm',
      isForgeable: true, // the message as a whole is the sign of life
      recognition: { isWhole: true },
    });
    this.warnings.push(...(result.warnings ?? []));
    const did = result.replayed ? 'repeated' : result.status === 201 ? 'raised' : 'occurred_again';
    const { alert } = result;
    return { ...resultOf(signal, did, alert?.id), type, severity: alert?.severity ?? severity };
  }

  /** Resolves the trouble that has ended. Of an alarm it writes that it has ended, because people close alarms. */
  async #end(signal: Signal, eventId: string): Promise<InboundResult> {
    const { table, now, randomBytes, retentionDays } = this.#context;
    const { caller, actor } = this.#sender;
    const { tenantId, siteId, deviceId } = caller;
    const ending = signal.kind === 'alarm' ? 'restore' : 'resolve';
    const result = await resolveByKey(table, {
      ...actionTime(now, randomBytes),
      actor,
      tenantId,
      siteId,
      ownDeviceId: deviceId,
      dedupKey: dedupKeyOf(signal),
      ending,
      retentionDays,
      note: shortened(signal.message),
      now,
      once: identifyEvent({ tenantId, id: deviceId }, eventId, ending, { isWhole: true }),
    });
    if ('replayed' in result) return resultOf(signal, 'repeated', result.replayed?.id);
    this.resolved.push(...result.resolved);
    if (!result.alert) return resultOf(signal, 'recorded');
    return resultOf(signal, ending === 'restore' ? 'restored' : 'resolved', result.alert.id);
  }
}

/** The severity of alerts whose sender names none. */
function usualSeverity(type: string, kind: Signal['kind']): AlertSeverity {
  if (Object.hasOwn(EVENT_TYPES, type)) return EVENT_TYPES[type as EventTypeName].severity;
  return kind === 'trouble' || type === 'motion' ? 'medium' : 'high';
}

const namedAsSlugs = (metadata: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(metadata).map(([name, value]) => [slugOf(name) || 'value', maskMessage(value)]),
  );

const LONGEST_NOTE = 200;
const shortened = (text: string): string =>
  text.length <= LONGEST_NOTE ? text : `${text.slice(0, LONGEST_NOTE - 1).toWellFormed()}…`;

/** The dedup key of a signal: the thing and the part in the words of the sender, or their hash if they are long. */
function dedupKeyOf({ thing, part }: Signal): string {
  const key = [thing, part].filter((it) => it !== undefined && it !== '').join(' ');
  return key.length <= DEDUP_KEY_LENGTH && key.isWellFormed() && !/\p{Cc}/u.test(key) ? key : sha256(key);
}

function resultOf(signal: Signal, result: InboundResult['result'], alertId?: string): InboundResult {
  const { thing, part, type, severity, message } = signal;
  return {
    result,
    thing: shortened([thing, part].filter((it) => it !== undefined).join(' ')),
    type,
    ...(severity === undefined ? {} : { severity }),
    text: shortened(maskMessage(message)),
    ...(alertId === undefined ? {} : { alert_id: alertId }),
  };
}

/** Reports one event as its device. Throws its error if it was refused. */
async function report(
  event: unknown,
  { caller, actor }: InboundSender,
  { table, now, randomBytes, retentionDays }: CarryingContext,
  how: Partial<Parameters<typeof runReport>[2]>,
) {
  const { results } = await runReport(table, [event], {
    tenantId: caller.tenantId,
    caller,
    actor,
    now,
    ...actionTime(now, randomBytes),
    randomBytes,
    retentionDays,
    isStrict: false,
    hasTime: () => true,
    ...how,
  });
  const [result] = results;
  if (!result) throw new Error('A report without a result');
  if ('error' in result) throw result.error;
  return result;
}

/** Raises `unknown-signal` for a body that is not understood. It is no sign of life. */
export async function raiseUnknown(
  body: unknown,
  sender: InboundSender,
  context: CarryingContext,
): Promise<InboundResult> {
  const result = await report(body, sender, context, { isForeign: true });
  return {
    result: 'not_understood',
    type: 'unknown-signal',
    ...(result.alert === undefined ? {} : { alert_id: result.alert.id }),
  };
}

/** Records that a device was heard. The message is carried out already, so a failure must not make its sender repeat it. */
export const recordSign = (
  { caller: { tenantId, deviceId } }: InboundSender,
  { table, now, randomBytes, retentionDays }: CarryingContext,
): Promise<void> => recordHeartbeat(table, { tenantId, deviceId }, { now, randomBytes, retentionDays });
