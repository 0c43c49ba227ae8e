import {
  auditPartition,
  EVENT_PREFIX,
  hashEvent,
  type Seal,
  type SealedEvent,
  type SealKey,
  UNHASHABLE,
} from '../../shared/audit/seal.ts';
import type { SealCopies } from '../../shared/audit/seal-copies.ts';
import { shardOfTenant, unsealedPartition, unsealedPrefix } from '../../shared/audit/unsealed.ts';
import { lowestIdAt, timeOfId } from '../../shared/base/ids.ts';
import { formatTimestamp, toEpochSeconds } from '../../shared/base/time.ts';
import { queryAll } from '../../shared/table/reads.ts';
import type { Table } from '../../shared/table/table.ts';
import { compareWithCopies, readChain } from './audit-chain.ts';

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

/** The alarm audit-seal-late goes off then. */
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
