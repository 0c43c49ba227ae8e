import type { Runtime } from '../lambda/runtime.ts';
import type { Settings } from '../lambda/settings.ts';
import { toEpochSeconds } from '../time.ts';
import { countRequest, type RateVerdict } from './rate-counter.ts';

/**
 * A tenant's requests are added to the table's counter in batches of a 250th of the limit, so that few requests write a second
 * time. Each batch has an id, so that a repetition after a lost reply counts once.
 */
const BATCHES_UP_TO_LIMIT = 250;

/** The requests of a tenant that an instance of a function has seen in the current minute. */
interface Seen {
  /** The number of requests that are in no batch yet. */
  waiting: number;
  /** Set once the tenant has used up its limit. */
  refusal?: RateVerdict;
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
 * refused without a write. The count never exceeds the admitted requests, so no tenant is refused below its limit. Each instance
 * admits about two batches more: one that it has not written, and one until it reads that the limit is reached.
 */
export async function countInTenant(
  runtime: Runtime,
  tenant: CountedTenant,
  countOwn: () => Promise<RateVerdict>,
): Promise<RateVerdict> {
  const seen = seenOf(runtime, tenant);
  if (seen.refusal) return laterRefusal(seen.refusal, tenant.now);
  const [own] = await Promise.all([countOwn(), writeBatch(runtime, tenant, seen)]);
  if (own.allowed) seen.waiting++;
  return own;
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

async function writeBatch(
  { table }: Runtime,
  { subject, limit, now }: CountedTenant,
  seen: Seen,
): Promise<void> {
  const batch = Math.ceil(limit / BATCHES_UP_TO_LIMIT);
  if (seen.waiting < batch) return;
  seen.waiting -= batch;
  // Without a reply the tenant is not refused.
  const verdict = await countRequest(table, { subject, limit: Math.floor(limit / batch), now }).catch(
    () => {},
  );
  if (verdict?.allowed === false) seen.refusal = { ...verdict, limit };
}

function laterRefusal(refusal: RateVerdict, now: Date): RateVerdict {
  return { ...refusal, retryAfterSeconds: refusal.resetsAtSeconds - toEpochSeconds(now) };
}
