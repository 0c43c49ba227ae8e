import {
  auditPartition,
  EVENT_PREFIX,
  hashEvent,
  hashSeal,
  SEAL_PREFIX,
  type Seal,
  type SealedEvent,
  type SealKey,
  sealSchema,
  UNHASHABLE,
} from '../../shared/audit/seal.ts';
import type { SealCopies } from '../../shared/audit/seal-copies.ts';
import { shardOfTenant, unsealedPartition, unsealedPrefix } from '../../shared/audit/unsealed.ts';
import { lowestIdAt, timeOfId } from '../../shared/base/ids.ts';
import { formatTimestamp, toEpochSeconds } from '../../shared/base/time.ts';
import { queryAll } from '../../shared/table/reads.ts';
import type { Table } from '../../shared/table/table.ts';

/** The result of verifying a tenant's audit log. */
export interface AuditFindings {
  /** Sentences about faults: first of seals, then of events, the oldest first. */
  readonly faults: readonly string[];
  readonly seals: readonly Seal[];
  readonly sealedEvents: number;
  /** The number of events from before the first seal, which nothing proves. */
  readonly before: number;
  /** The number of events that wait for their seal. */
  readonly waiting: number;
  /** Whether seals of the tenant have copies; `undefined` if that was not checked. */
  readonly hasCopies: boolean | undefined;
}

export interface CheckContext {
  readonly now: Date;
  /** The key that checks signatures; without it, they are not checked. */
  readonly key: SealKey | undefined;
  readonly copies: SealCopies | undefined;
}

/** The time of an id is that of the function, and `written_at` that of DynamoDB. No request takes as long. */
const WRITTEN_WITHIN_MILLISECONDS = 5 * 60_000;

/** The alarm audit-seal-late fires then. */
const SEALED_WITHIN_MILLISECONDS = 10 * 60_000;

export async function checkAuditLog(
  table: Table,
  tenantId: string,
  { now, key, copies }: CheckContext,
): Promise<AuditFindings> {
  // In this order, an event that is written or sealed meanwhile causes no finding.
  const waiting = await readWaiting(table, tenantId);
  const { seals, faults } = await readChain(table, tenantId, { now, key });
  const unsealed = await readHashes(table, tenantId);
  for (const id of await readWaiting(table, tenantId)) waiting.add(id);

  const sealedEvents = seals.flatMap(({ events }) => events);
  const aboutEvents = new Map<string, string>();
  const report = (id: string, fault: string) =>
    aboutEvents.set(id, `The event ${id} of ${formatTimestamp(timeOfId(id))} ${fault}.`);
  for (const event of sealedEvents) {
    const fault = faultOf(event, unsealed.get(event.id), now);
    if (fault) report(event.id, fault);
  }
  for (const { id } of sealedEvents) unsealed.delete(id);

  const copiedUntil = new Date(now.getTime() - SEALED_WITHIN_MILLISECONDS);
  const compared = copies && (await compareWithCopies(copies, tenantId, seals, { key, copiedUntil }));
  const fresh = lowestIdAt(copiedUntil);
  const beginning = beginningOf(seals);
  const late = [...unsealed.keys()].filter((id) => !waiting.has(id) && id < fresh);
  const inserted = late.filter((id) => id >= beginning);
  for (const id of inserted) report(id, 'was inserted: it has no seal');
  const inOrder = [...aboutEvents].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text);
  return {
    faults: [...faults, ...(compared?.faults ?? []), ...inOrder],
    seals,
    sealedEvents: sealedEvents.length,
    before: late.length - inserted.length,
    waiting: unsealed.size - late.length,
    hasCopies: compared?.hasCopies,
  };
}

/** The first sealed id, before which nothing is proven. Later, when the first seal has expired, all events have seals. */
function beginningOf([first]: readonly Seal[]): string {
  if (first === undefined) return LAST_ID;
  return first.number === 1 ? (first.events[0]?.id ?? '') : '';
}

const LAST_ID = 'g';

function faultOf({ id, hash, written_at, expires_at }: SealedEvent, found: string | undefined, now: Date) {
  if (found === undefined) {
    return expires_at === null || expires_at > toEpochSeconds(now) ? 'is missing' : undefined;
  }
  if (found !== hash || found === UNHASHABLE) return 'was changed';
  const isBackdated = Date.parse(written_at) - timeOfId(id).getTime() > WRITTEN_WITHIN_MILLISECONDS;
  return isBackdated ? `was inserted: it was written at ${written_at}` : undefined;
}

async function readHashes(table: Table, tenantId: string): Promise<Map<string, string>> {
  const hashes = new Map<string, string>();
  for await (const { pk, sk, data } of queryAll(table, auditPartition(tenantId), EVENT_PREFIX)) {
    const key = { pk: String(pk), sk: String(sk) };
    hashes.set(key.sk.slice(EVENT_PREFIX.length), hashEvent(key, data));
  }
  return hashes;
}

async function readWaiting(table: Table, tenantId: string): Promise<Set<string>> {
  const [partition, prefix] = [unsealedPartition(shardOfTenant(tenantId)), unsealedPrefix(tenantId)];
  const waiting = new Set<string>();
  for await (const { sk } of queryAll(table, partition, prefix)) waiting.add(String(sk).slice(prefix.length));
  return waiting;
}

interface Chain {
  /** The seals in the order of their numbers, including those with a fault. */
  readonly seals: readonly Seal[];
  readonly faults: readonly string[];
}

/**
 * Reads the seals of a tenant. The oldest is a checkpoint: it says until when the seals before it must exist. Without `key`,
 * signatures are not checked.
 */
async function readChain(
  table: Table,
  tenantId: string,
  { now, key }: { readonly now: Date; readonly key: SealKey | undefined },
): Promise<Chain> {
  const seals: Seal[] = [];
  const faults: string[] = [];
  for await (const { sk, data } of queryAll(table, auditPartition(tenantId), SEAL_PREFIX)) {
    const { data: seal } = sealSchema.safeParse(data);
    if (!seal) {
      faults.push(`${sk} is no seal.`);
      continue;
    }
    const { number, previous_hash, previous_expires_at: expiry } = seal;
    const before = seals.at(-1);
    const [last, lastHash] = before ? [before.number, before.hash] : [0, ''];
    if (number !== last + 1) {
      // A seal without this promise must have all its predecessors.
      const isExpired = expiry !== null && expiry <= toEpochSeconds(now);
      if (!isExpired) faults.push(`Seal ${number - 1} is missing.`);
    } else if (previous_hash !== lastHash) faults.push(`Seal ${number} does not continue seal ${last}.`);
    if (!(await isGenuine(seal, tenantId, key))) faults.push(`Seal ${number} was changed.`);
    seals.push(seal);
  }
  return { seals, faults };
}

async function isGenuine(seal: Seal, tenantId: string, key: SealKey | undefined): Promise<boolean> {
  if (seal.tenant_id !== tenantId || hashSeal(seal) !== seal.hash) return false;
  return key === undefined || key.verify(seal);
}

interface Compared {
  readonly faults: readonly string[];
  /** Whether there is a copy of any seal. */
  readonly hasCopies: boolean;
}

/**
 * Compares seals with their copies, which also show seals that were removed from the end of the chain. Seals from before the
 * first copy have none, and the last ones may wait for theirs: those from `copiedUntil` on.
 */
async function compareWithCopies(
  copies: SealCopies,
  tenantId: string,
  seals: readonly Seal[],
  { key, copiedUntil }: { readonly key: SealKey | undefined; readonly copiedUntil: Date },
): Promise<Compared> {
  const byNumber = new Map(seals.map((it) => [it.number, it]));
  const oldest = seals[0]?.number ?? 0;
  const faults: string[] = [];
  const copied = new Set<number>();
  for await (const copy of copies.read(tenantId)) {
    const { number } = copy;
    copied.add(number);
    if (number < oldest) continue;
    if (!(await isGenuine(copy, tenantId, key))) faults.push(`The copy of seal ${number} is not genuine.`);
    else if (!byNumber.has(number)) faults.push(`Seal ${number} is missing: there is a copy of it.`);
    else if (byNumber.get(number)?.hash !== copy.hash) faults.push(`Seal ${number} is not that of its copy.`);
  }
  const first = Math.min(...copied);
  for (const { number, at } of seals) {
    const isDue = number > first && new Date(at) < copiedUntil;
    if (isDue && !copied.has(number)) faults.push(`Seal ${number} has no copy.`);
  }
  return { faults, hasCopies: copied.size > 0 };
}
