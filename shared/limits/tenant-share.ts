import { toEpochSeconds } from '../base/time.ts';
import type { Runtime } from '../lambda/runtime.ts';
import type { Settings } from '../lambda/settings.ts';
import { countRequest, type RateVerdict } from './rate-counter.ts';

/**
 * Into how many batches a tenant's limit is divided. A tenant's requests are added to the counter in the table batch by
 * batch, so that most requests write only once. Each batch has an id, so that a repetition after a lost reply counts once.
 * The size of a batch is a power of two, and each size has a separate counter, because the limit changes with the number of
 * the tenant's people, even within a minute.
 */
const BATCHES_UP_TO_LIMIT = 250;

const batchOf = (limit: number) => 2 ** Math.max(0, Math.ceil(Math.log2(limit / BATCHES_UP_TO_LIMIT)));

/** If a tenant uses more than this part of its limit, an operator should consider raising the limit. */
const NEAR = 0.8;

/** What an instance of a function has seen of a tenant's requests in the current minute. */
interface Seen {
  /** How many requests are not in a batch yet. */
  waiting: number;
  /** Set once the tenant has used up its limit. */
  refusal?: RateVerdict;
  /** Whether this instance has already reported that the tenant is near its limit. */
  isNear?: true;
}

/** What an instance of a function remembers between requests: what it saw in the current minute, by subject. */
interface Memory {
  readonly seen: Map<string, Seen>;
  minute: number;
}

/** The keys are settings, because these live as long as the instance, while a runtime lives for one invocation only. */
const memories = new WeakMap<Settings, Memory>();

/** What counts. */
type Counting = Pick<Runtime, 'table' | 'settings'>;

interface CountedTenant {
  readonly subject: string;
  readonly limit: number;
  readonly now: Date;
}

/**
 * Counts a request for its tenant, and by `countOwn` for its caller, in one round trip. Once the tenant has reached its
 * limit, further requests are refused without a write. The counter never exceeds the number of admitted requests, so no
 * tenant is refused below its limit, even if the limit changes within the minute. Each instance may admit about two batches
 * too many: one that it has not written yet, and one until it reads that the limit is reached. `isNear` says, once for each
 * instance and minute, that the tenant has used most of its limit.
 */
export async function countInTenant(
  runtime: Counting,
  { subject, limit, now }: CountedTenant,
  countOwn: () => Promise<RateVerdict>,
): Promise<{ readonly verdict: RateVerdict; readonly isNear: boolean }> {
  const batch = batchOf(limit);
  const tenant = { subject: `${subject}#${batch}`, limit, now };
  const seen = seenOf(runtime, tenant);
  if (seen.refusal && seen.refusal.limit >= limit) {
    return { verdict: laterRefusal(seen.refusal, now), isNear: false };
  }
  const [own, isNear] = await Promise.all([countOwn(), writeBatch(runtime, tenant, batch, seen)]);
  if (own.allowed) seen.waiting++;
  return { verdict: own, isNear };
}

function seenOf({ settings }: Counting, { subject, now }: CountedTenant): Seen {
  const minute = Math.floor(toEpochSeconds(now) / 60);
  const known = memories.get(settings);
  const memory = known?.minute === minute ? known : { seen: new Map<string, Seen>(), minute };
  memories.set(settings, memory);
  const seen = memory.seen.get(subject) ?? { waiting: 0 };
  memory.seen.set(subject, seen);
  return seen;
}

/**
 * Adds a full batch to the counter. Resolves to whether it is the first one of this instance which shows that the tenant is
 * near its limit.
 */
async function writeBatch(
  { table }: Counting,
  { subject, limit, now }: CountedTenant,
  batch: number,
  seen: Seen,
): Promise<boolean> {
  if (seen.waiting < batch) return false;
  seen.waiting -= batch;
  const batches = Math.floor(limit / batch);
  // If the counter cannot be reached, the tenant is not refused.
  const verdict = await countRequest(table, { subject, limit: batches, now }).catch(() => {});
  if (!verdict) return false;
  if (!verdict.allowed) seen.refusal = { ...verdict, limit };
  const isFirst = !seen.isNear && batches - verdict.remaining >= NEAR * batches;
  if (isFirst) seen.isNear = true;
  return isFirst;
}

function laterRefusal(refusal: RateVerdict, now: Date): RateVerdict {
  return { ...refusal, retryAfterSeconds: refusal.resetsAtSeconds - toEpochSeconds(now) };
}
