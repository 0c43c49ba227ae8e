import * as z from 'zod/mini';
import { sha256 } from '../base/digest.ts';
import { toEpochSeconds } from '../base/time.ts';
import { commit } from '../table/commit.ts';
import { TTL_ATTRIBUTE } from '../table/definition.ts';
import { ABSENT, expression } from '../table/expression.ts';
import { inboundThingKey } from '../table/keys.ts';
import { batchGet } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { putIf } from '../table/writes.ts';
import type { Signal } from './signal.ts';

const DAY_SECONDS = 86_400;
/** Longer than an alarm is open. A thing that says the same for so long is remembered again. */
const KEPT_DAYS = 400;

/**
 * What is known of a part of a thing: its state, and when that was last heard, in epoch seconds, with the milliseconds if a
 * broker that keeps no order said them.
 */
const partSchema = z.object({ state: z.string(), at: z.int(), ms: z.optional(z.int()) });
const thingSchema = z.object({ parts: z.record(z.string(), partSchema), sequence: z.int(), ttl: z.int() });

type Parts = Readonly<Record<string, z.infer<typeof partSchema>>>;

/** The last states of one thing, and how often they have changed. */
export interface ThingState {
  readonly parts: Parts;
  readonly sequence: number;
}

const NO_STATE: ThingState & { readonly ttl: number } = { parts: {}, sequence: 0, ttl: 0 };

export interface Owner {
  readonly tenantId: string;
  readonly deviceId: string;
}

const keyOf = ({ tenantId, deviceId }: Owner, thing: string) =>
  inboundThingKey(tenantId, deviceId, sha256(thing));

/** States of texts are long; what is kept of them tells them apart. */
const stateOf = ({ state }: Signal): string => (state.length <= LONGEST_STATE ? state : sha256(state));
const LONGEST_STATE = 100;

/** The name of a part in the table. Its hash is short, and has no character that an expression could misread. */
const partName = ({ part = '' }: Signal): string => sha256(part).slice(0, 12);

/** Reads what is known of things, by their names. */
export async function readThings(
  table: Table,
  owner: Owner,
  things: readonly string[],
): Promise<ReadonlyMap<string, ThingState & { readonly ttl: number }>> {
  const items = await batchGet(
    table,
    things.map((thing) => keyOf(owner, thing)),
  );
  return new Map(
    things.map((thing, place) => [thing, items[place] ? thingSchema.parse(items[place]) : NO_STATE]),
  );
}

function isSame(signal: Signal, known: Parts[string] | undefined): known is Parts[string] {
  if (known === undefined) return false;
  return (
    known.state === stateOf(signal) || (signal.isReminder === true && known.state.startsWith(signal.state))
  );
}

/**
 * Whether a signal says what is known already. A queue may deliver a message again after its state has lapsed; then it was sent
 * at the time that is known.
 */
export function isKnown(
  signal: Signal,
  { parts }: ThingState,
  nowSeconds: number,
  sentAt?: Date | undefined,
): boolean {
  const known = parts[partName(signal)];
  if (!isSame(signal, known)) return false;
  if (sentAt !== undefined && sentAt.getTime() === timeOf(known)) return true;
  const { lapsesAfterSeconds } = signal;
  return (
    lapsesAfterSeconds === undefined || signal.isOver === true || nowSeconds - known.at < lapsesAfterSeconds
  );
}

const timeOf = ({ at, ms = 0 }: Parts[string]): number => at * 1_000 + ms;

/** Whether a signal is the implied end of what never began. */
export const isNoNews = (signal: Signal, { parts }: ThingState): boolean =>
  signal.isImplied === true && signal.isOver === true && parts[partName(signal)] === undefined;

/** When a message was heard. */
interface Heard {
  readonly now: Date;
  readonly sentAt?: Date | undefined;
}

/** What is known of a thing after a signal. */
export function withState(thing: ThingState, signal: Signal, { now, sentAt }: Heard): ThingState {
  const name = partName(signal);
  const known = thing.parts[name];
  const state = isSame(signal, known) ? known.state : stateOf(signal);
  const heard = sentAt
    ? { at: toEpochSeconds(sentAt), ms: sentAt.getUTCMilliseconds() }
    : { at: toEpochSeconds(now) };
  return { ...thing, parts: { ...thing.parts, [name]: { state, ...heard } } };
}

/** Whether a signal was sent before the state that is known, and arrives after it. */
export function isLate(signal: Signal, { parts }: ThingState, sentAt: Date | undefined): boolean {
  const known = parts[partName(signal)];
  if (known === undefined || sentAt === undefined) return false;
  return sentAt.getTime() < timeOf(known);
}

/** Whether the time at which a known state was heard must be moved, so that it does not lapse while it is repeated. */
function isOld(signal: Signal, known: { readonly at: number }, nowSeconds: number): boolean {
  const { lapsesAfterSeconds = Number.POSITIVE_INFINITY } = signal;
  return lapsesAfterSeconds > 0 && nowSeconds - known.at >= lapsesAfterSeconds / 3;
}

/**
 * Writes the states that signals about one thing report. `stale`: another message has written meanwhile. `undefined`: there was
 * nothing to write.
 */
export async function keepStates(
  table: Table,
  owner: Owner,
  signals: readonly Signal[],
  before: ThingState & { readonly ttl: number },
  { now, sentAt }: Heard,
): Promise<'written' | 'stale' | undefined> {
  const [first] = signals;
  if (!first) return undefined;
  const seconds = toEpochSeconds(now);
  let after: ThingState = before;
  for (const signal of signals) {
    const known = after.parts[partName(signal)];
    // Without order, an end that was sent before a repetition must be recognized as older than that.
    const isNewer = sentAt !== undefined && signal.isOver !== true && !isLate(signal, before, sentAt);
    if (!isSame(signal, known) || isNewer || isOld(signal, known, seconds))
      after = withState(after, signal, { now, sentAt });
  }
  const days = Math.max(...signals.map(({ keptDays = KEPT_DAYS }) => keptDays));
  const isExpiring = before.ttl < seconds + (days / 2) * DAY_SECONDS;
  if (after === before && !isExpiring) return undefined;
  const item = {
    ...keyOf(owner, first.thing),
    parts: after.parts,
    sequence: before.sequence + 1,
    [TTL_ATTRIBUTE]: seconds + days * DAY_SECONDS,
  };
  const isUnchanged = before.sequence === 0 ? ABSENT : expression`#sequence = ${before.sequence}`;
  return commit(table, [
    {
      ...putIf(table, item, isUnchanged, 'stale'),
      hasHappened: (found) => found?.['sequence'] === item.sequence,
    },
  ]);
}
