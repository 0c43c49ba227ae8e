import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { runInLanes } from '../base/run-in-lanes.ts';
import { formatTimestamp } from '../base/time.ts';
import { commit } from '../table/commit.ts';
import { DUE_ATTRIBUTE, TIMER_INDEX } from '../table/definition.ts';
import {
  absentOr,
  allOf,
  attribute,
  type Expression,
  expression,
  expressionInput,
  join,
} from '../table/expression.ts';
import type { ItemKey } from '../table/keys.ts';
import { getItem } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { TIMER_SHARDS, timerPartition } from '../table/timer.ts';
import { putIf, updateIf } from '../table/writes.ts';
import { periodKey, periodOf, tenantOfStatistics } from './keys.ts';
import { type Period, startOf } from './period.ts';

type Item = Readonly<Record<string, unknown>>;

const stateSchema = z.object({
  /** Gets a new value with every mark. It is absent if the period was never marked. */
  token: z.optional(z.string()),
  /** Grows with every run that claims the period. */
  generation: z._default(z.int(), 0),
  /** How many alerts an hour had when it was last counted. */
  alerts: z._default(z.int(), 0),
  /** Into how many items the numbers of an hour, or the sites of a day or month, are divided. */
  parts: z.optional(z.int()),
  /** Whether a day or month is rolled up, so that reports read it instead of its hours or days. */
  rolled: z._default(z.boolean(), false),
  /** The time at which the last count of an hour began. */
  counted_at: z.optional(z.string()),
  [TIMER_INDEX]: z.optional(z.string()),
  [DUE_ATTRIBUTE]: z.optional(z.string()),
});

/** The state of a period, read from its item. */
export interface PeriodState extends z.infer<typeof stateSchema> {
  readonly tenantId: string;
  readonly period: Period;
}

/** Reads the state of a period; `undefined` if the item is not that of a period. */
export function readState(item: Item): PeriodState | undefined {
  const key = { pk: String(item['pk']), sk: String(item['sk']) };
  const period = periodOf(key.sk);
  return period && { ...stateSchema.parse(item), tenantId: tenantOfStatistics(key), period };
}

export async function loadState(
  table: Table,
  tenantId: string,
  period: Period,
): Promise<PeriodState | undefined> {
  const item = await getItem(table, periodKey(tenantId, period));
  return item && readState(item);
}

/** The partition of the timer index for a period. It spreads the periods of all tenants. */
export function timerOf(tenantId: string, period: Period): string {
  const hours = startOf(period).getTime() / 3_600_000;
  return timerPartition('statistics', (Number.parseInt(tenantId.slice(-1), 16) + hours) % TIMER_SHARDS || 0);
}

/**
 * Marks a period as changed: it will be recomputed at the given time, or earlier if an earlier mark says so. Returns its
 * state before and after the mark. A caller that recomputes the period itself, before that time, sets `isUnderWay`: the
 * period is then due from now on, so that nobody relies on a later run.
 */
export async function markPeriod(
  table: Table,
  tenantId: string,
  period: Period,
  dueAt: Date,
  { isUnderWay = false }: { readonly isUnderWay?: boolean } = {},
): Promise<{ readonly before: PeriodState | undefined; readonly marked: PeriodState }> {
  const { pk, sk } = periodKey(tenantId, period);
  const token = table.newWriteId();
  const timer = timerOf(tenantId, period);
  const given = formatTimestamp(dueAt);
  const due = isUnderWay ? expression`${given}` : expression`if_not_exists(#due, ${given})`;
  const update = expression`SET #token = ${token}, #timer = if_not_exists(#timer, ${timer}), #due = ${due}`;
  const { Attributes } = await table.client.send(
    new UpdateCommand({
      TableName: table.name,
      Key: { pk, sk },
      ...expressionInput({ update }),
      ReturnValues: 'ALL_OLD',
    }),
  );
  const before = Attributes && readState(Attributes);
  const dueNow = isUnderWay ? given : (before?.due ?? given);
  const marked = { ...stateSchema.parse(Attributes ?? {}), token, timer, due: dueNow, tenantId, period };
  return { before, marked };
}

const generation = attribute('generation');

const hasGeneration = (value: number): Expression =>
  value === 0 ? absentOr(generation, expression`${generation} = ${0}`) : expression`${generation} = ${value}`;

const hasToken = (token: string | undefined) =>
  token === undefined ? expression`attribute_not_exists(#token)` : expression`#token = ${token}`;

const isDueAt = (due: string | undefined) =>
  due === undefined ? expression`attribute_not_exists(#due)` : expression`#due = ${due}`;

/**
 * Claims a period for a run. If several runs are concurrent, one claims it; a later one overwrites what this run writes.
 * `undefined` if the period has changed since it was read; its timer then stays due.
 */
export async function claimPeriod(table: Table, state: PeriodState): Promise<PeriodState | undefined> {
  const claimed = { ...state, generation: state.generation + 1 };
  const isClaimed = await updateIf(table, keyOf(state), {
    update: expression`SET ${generation} = ${claimed.generation}`,
    condition: allOf(hasGeneration(state.generation), hasToken(state.token)),
  });
  return isClaimed ? claimed : undefined;
}

/** What a run changes in a period. */
export interface Changes {
  readonly set: Expression;
  readonly removed?: Expression | undefined;
}

/**
 * Makes the last changes of a run and stops the timer. If the period was marked or moved again meanwhile, the timer becomes
 * due later instead.
 */
export async function settlePeriod(
  table: Table,
  state: PeriodState,
  later: Date,
  { set, removed }: Partial<Changes> = {},
): Promise<void> {
  const key = keyOf(state);
  const isOwn = hasGeneration(state.generation);
  const stopped = [expression`#timer`, expression`#due`, ...(removed ? [removed] : [])];
  const isSettled = await updateIf(table, key, {
    update: updateOf({ set, removed: join(stopped, ', ') }),
    condition: allOf(isOwn, hasToken(state.token), isDueAt(state.due)),
  });
  if (isSettled) return;
  const postponed = [expression`#due = ${formatTimestamp(later)}`, ...(set ? [set] : [])];
  await updateIf(table, key, {
    update: updateOf({ set: join(postponed, ', '), removed }),
    condition: allOf(isOwn, expression`attribute_exists(#due)`),
  });
}

function updateOf({ set, removed }: Partial<Record<keyof Changes, Expression | undefined>>): Expression {
  const clauses = [set && expression`SET ${set}`, removed && expression`REMOVE ${removed}`];
  return join(
    clauses.filter((it) => it !== undefined),
    ' ',
  );
}

/** Changes a period that has no timer. Returns false if the period was marked, or changed by a run, since it was read. */
export function changeUnmarked(table: Table, state: PeriodState, set: Expression): Promise<boolean> {
  const isSame = allOf(hasGeneration(state.generation), hasToken(state.token), isDueAt(undefined));
  const next = expression`${generation} = ${state.generation + 1}`;
  return updateIf(table, keyOf(state), { update: expression`SET ${set}, ${next}`, condition: isSame });
}

/** Changes a claimed period. Returns false if another run has claimed it since. */
export function changeClaimed(table: Table, state: PeriodState, changes: Changes): Promise<boolean> {
  const update = updateOf(changes);
  return updateIf(table, keyOf(state), { update, condition: hasGeneration(state.generation) });
}

function keyOf({ tenantId, period }: Pick<PeriodState, 'tenantId' | 'period'>): ItemKey {
  return periodKey(tenantId, period);
}

/** Rows of statistics in their packed form, and the key under which they are stored. */
export interface Part {
  readonly key: ItemKey;
  readonly packed: Uint8Array;
}

/** The attribute that contains packed rows. */
export const ROWS = 'rows';

const WRITES_AT_A_TIME = 25;

/** Writes parts of a claimed period. A part that a later run has written is not changed. */
export async function writeParts(table: Table, parts: readonly Part[], generation: number): Promise<void> {
  const written = attribute('generation');
  const condition = absentOr(written, expression`${written} < ${generation}`);
  await runInLanes(parts, WRITES_AT_A_TIME, ({ key, packed }) =>
    commit(table, [putIf(table, { ...key, generation, [ROWS]: packed }, condition, 'stale')]),
  );
}
