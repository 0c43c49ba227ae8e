import * as z from 'zod/mini';
import { ALERTS } from '../../shared/alerts/alert.ts';
import { ALERT_EVENTS } from '../../shared/alerts/alert-event.ts';
import { LOG } from '../../shared/alerts/alert-log.ts';
import { keyOfLogged } from '../../shared/alerts/logged-changes.ts';
import { timestampInput } from '../../shared/base/fields.ts';
import { lowestIdAt } from '../../shared/base/ids.ts';
import { randomFraction } from '../../shared/base/random.ts';
import { runInLanes } from '../../shared/base/run-in-lanes.ts';
import { validate } from '../../shared/base/validation.ts';
import { expression } from '../../shared/table/expression.ts';
import { type ItemKey, tenantPartition } from '../../shared/table/keys.ts';
import { batchGet, inPartition, queryPages } from '../../shared/table/reads.ts';
import type { Table } from '../../shared/table/table.ts';
import { DELIVERIES } from '../../shared/webhooks/delivery.ts';
import { postponeDelivery } from '../../shared/webhooks/delivery-work.ts';
import { type EntryKey, entryIdOf } from '../../shared/webhooks/published-event.ts';
import { findDeliveries, type NeededDelivery } from '../../shared/webhooks/resend-deliveries.ts';
import { wrongUsage } from './admin-error.ts';
import type { AdminCommand, AdminContext } from './context.ts';
import { everyTenant } from './every-tenant.ts';
import { findTenantId } from './find-tenant-id.ts';

interface Options {
  readonly since: string;
  readonly until?: string;
  readonly tenantId?: string;
  readonly send?: boolean;
  readonly perSecond?: string;
}

/** New events of a webhook wait behind those that are republished, and many receivers take a second for each. */
export const DEFAULT_PER_SECOND = 10;
const MAXIMUM_PER_SECOND = 1_000;

/** BatchGetItem reads 100 items: each entry and its alert. */
const ENTRIES_AT_A_TIME = 50;
const WRITES_AT_A_TIME = 25;

const PROGRESS_MILLISECONDS = 10_000;

/** A delivered delivery is stored for a week (shared/webhooks/delivery.ts). */
const STORED_MILLISECONDS = 7 * 86_400_000;

const spanSchema = z.object({ since: timestampInput, until: timestampInput });

/**
 * Stores the deliveries that history entries need and that do not exist, with a timer: `run-timers` queues them a minute later.
 * Their ids are those of the lost ones. Without `send` it counts them only. It can be stopped and repeated at any time, also
 * while the stream's function runs: a delivery that exists does not change.
 */
export const republishCommand: AdminCommand<Options> = async (context, options) => {
  const span = readSpan(options, context.clock());
  const perSecond = readRate(options.perSecond);
  const only =
    options.tenantId === undefined ? undefined : await findTenantId(context.table, options.tenantId);
  return republish(context, { span, only, rate: options.send ? perSecond : undefined });
};

function readSpan({ since, until }: Options, now: Date): TimeSpan {
  const given = validate(spanSchema, { since, until: until ?? now.toISOString() });
  const span = { since: new Date(given.since), until: new Date(given.until) };
  if (span.since < span.until) return span;
  throw wrongUsage('--since must be before --until and before now.');
}

function readRate(given: string | undefined): number {
  const rate = Number(given ?? DEFAULT_PER_SECOND);
  if (Number.isInteger(rate) && rate >= 1 && rate <= MAXIMUM_PER_SECOND) return rate;
  throw wrongUsage(`--per-second takes a whole number from 1 to ${MAXIMUM_PER_SECOND}.`);
}

interface Work {
  readonly span: TimeSpan;
  readonly only: string | undefined;
  /** The number of deliveries a second; `undefined` only counts them. */
  readonly rate: number | undefined;
}

async function* republish(context: AdminContext, { span, only, rate }: Work): AsyncGenerator<string> {
  const { table, clock } = context;
  const counts = { entries: 0, existing: 0, missing: 0, unreadable: 0 };
  if (span.since.getTime() < clock().getTime() - STORED_MILLISECONDS) {
    yield 'Deliveries are stored for a week: older events are sent again, with the same webhook-id.';
  }
  let reportedAt = clock().getTime();
  for await (const entries of entriesInBatches(context, span, only)) {
    const [{ pk } = { pk: '' }] = entries;
    const needed = await findDeliveries(table, pk, entries, () => {
      counts.unreadable += 1;
    });
    const stored = await batchGet(
      table,
      needed.map(({ identity: { tenant_id, webhook_id, id } }) => DELIVERIES.key(tenant_id, webhook_id, id)),
    );
    const missing = needed.filter((_, place) => stored[place] === undefined);
    if (rate !== undefined) await store(context, missing, rate);
    counts.entries += entries.length;
    counts.existing += needed.length - missing.length;
    counts.missing += missing.length;
    const now = clock().getTime();
    if (now - reportedAt < PROGRESS_MILLISECONDS) continue;
    reportedAt = now;
    yield `${describe(counts, rate)} so far`;
  }
  const isAsked = rate === undefined && counts.missing > 0;
  yield `${describe(counts, rate)}.${isAsked ? ' Run it again with --send.' : ''}`;
}

async function* entriesInBatches({ table, wait }: AdminContext, span: TimeSpan, only: string | undefined) {
  const tenants = only === undefined ? everyTenant(table) : [{ id: only }];
  for await (const { id } of tenants) {
    for await (const page of historyEntries(table, tenantPartition(id), span, wait)) {
      for (let begin = 0; begin < page.length; begin += ENTRIES_AT_A_TIME) {
        yield page.slice(begin, begin + ENTRIES_AT_A_TIME);
      }
    }
  }
}

async function store(
  { table, clock, wait, randomBytes }: AdminContext,
  deliveries: readonly NeededDelivery[],
  rate: number,
): Promise<void> {
  const atOnce = Math.min(rate, WRITES_AT_A_TIME);
  const random = randomFraction(randomBytes);
  for (let begin = 0; begin < deliveries.length; begin += atOnce) {
    const now = clock();
    const some = deliveries.slice(begin, begin + atOnce);
    await runInLanes(some, atOnce, (it) => postponeDelivery(table, it, { now, random }));
    // Never negative: a clock that is set back must not cause a wait of hours.
    const spent = Math.max(0, clock().getTime() - now.getTime());
    const due = (some.length / rate) * 1_000;
    if (spent < due) await wait(due - spent);
  }
}

interface Counts {
  readonly entries: number;
  readonly existing: number;
  readonly missing: number;
  readonly unreadable: number;
}

function describe({ entries, existing, missing, unreadable }: Counts, rate: number | undefined): string {
  const what = rate === undefined ? 'missing' : 'queued';
  const rest = unreadable === 0 ? '' : `, ${unreadable} items that this release cannot read`;
  return `${entries} history entries: ${missing} deliveries ${what}, ${existing} exist${rest}`;
}

/** A page of 1 MB takes 256 read units: with this pause, less than a tenth of what a partition reads in a second. */
const PAUSE_MILLISECONDS = 1_000;

interface TimeSpan {
  readonly since: Date;
  /** The end of the range, exclusive. */
  readonly until: Date;
}

/**
 * The keys of the history entries of alerts and devices in a partition, page by page: of those that are items, and of those in
 * the logs of alerts. Reads the whole history.
 */
async function* historyEntries(
  table: Table,
  partition: string,
  { since, until }: TimeSpan,
  wait: (milliseconds: number) => Promise<unknown>,
): AsyncGenerator<EntryKey[]> {
  const [first, end] = [lowestIdAt(since), lowestIdAt(until)];
  const isWithin = (key: ItemKey) => entryIdOf(key) >= first && entryIdOf(key) < end;
  for (const { prefix, keysOf } of ENTRY_SOURCES) {
    let isFirst = true;
    const key = inPartition(partition, prefix);
    for await (const page of queryPages(table, { key, projection: expression`pk, sk, #log` })) {
      if (!isFirst) await wait(PAUSE_MILLISECONDS);
      isFirst = false;
      yield page.flatMap((item) => keysOf({ pk: partition, sk: String(item['sk']) }, item)).filter(isWithin);
    }
  }
}

type Item = Readonly<Record<string, unknown>>;

const ENTRY_SOURCES = [
  { prefix: ALERT_EVENTS.prefix(), keysOf: (key: ItemKey): EntryKey[] => [key] },
  {
    prefix: ALERTS.prefix(),
    keysOf: (alertKey: ItemKey, { [LOG]: log }: Item): EntryKey[] =>
      Object.keys(log ?? {}).map((name) => ({ ...keyOfLogged(alertKey, name), isLogged: true })),
  },
];
