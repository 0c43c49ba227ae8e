import { toEpochSeconds } from '../base/time.ts';
import type { Runtime } from '../lambda/runtime.ts';
import type { Settings } from '../lambda/settings.ts';
import { countRequest, type RateVerdict } from './rate-counter.ts';

/**
 * A tenant's requests are added to the table's counter in batches of about a 250th of the limit, so that few requests write a
 * second time. Each batch has an id, so that a repetition after a lost reply counts once. A batch has a power of two requests,
 * and each size has a counter of its own: the limit changes with the tenant's people, also within a minute.
 */
const BATCHES_UP_TO_LIMIT = 250;

const batchOf = (limit: number) => 2 ** Math.max(0, Math.ceil(Math.log2(limit / BATCHES_UP_TO_LIMIT)));

/** Beyond this part of the limit, an operator should consider a higher one. */
const NEAR = 0.8;

/** The requests of a tenant that an instance of a function has seen in the current minute. */
interface Seen {
  /** The number of requests that are in no batch yet. */
  waiting: number;
  /** Set once the tenant has used up its limit. */
  refusal?: RateVerdict;
  /** Whether this instance has said that the tenant is near its limit. */
  isNear?: true;
}

/** The memory of an instance of a function between its requests: what it saw in the current minute, by subject. */
interface Memory {
  readonly seen: Map<string, Seen>;
  minute: number;
}

/** The map is keyed by settings, which live as long as the instance; a runtime lives for one invocation. */
const memories = new WeakMap<Settings, Memory>();

interface CountedTenant {
  readonly subject: string;
  readonly limit: number;
  readonly now: Date;
}

/**
 * Counts a request for its tenant, and by `countOwn` for its caller, in one round trip. Requests beyond the tenant's limit are
 * refused without a write. The count never exceeds the admitted requests, so no tenant is refused below its limit, whichever
 * limits it had in this minute. Each instance admits about two batches more: one that it has not written, and one until it
 * reads that the limit is reached. `isNear` says, once for each instance and minute, that the tenant has used most of its limit.
 */
export async function countInTenant(
  runtime: Runtime,
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

function seenOf({ settings }: Runtime, { subject, now }: CountedTenant): Seen {
  const minute = Math.floor(toEpochSeconds(now) / 60);
  const known = memories.get(settings);
  const memory = known?.minute === minute ? known : { seen: new Map<string, Seen>(), minute };
  memories.set(settings, memory);
  const seen = memory.seen.get(subject) ?? { waiting: 0 };
  memory.seen.set(subject, seen);
  return seen;
}

/** Resolves to whether this batch was the first of the instance to show that the tenant is near its limit. */
async function writeBatch(
  { table }: Runtime,
  { subject, limit, now }: CountedTenant,
  batch: number,
  seen: Seen,
): Promise<boolean> {
  if (seen.waiting < batch) return false;
  seen.waiting -= batch;
  const batches = Math.floor(limit / batch);
  // Without a reply the tenant is not refused.
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
