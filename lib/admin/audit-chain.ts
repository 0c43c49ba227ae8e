import {
  auditPartition,
  hashSeal,
  SEAL_PREFIX,
  type Seal,
  type SealKey,
  sealSchema,
} from '../../shared/audit/seal.ts';
import type { SealCopies } from '../../shared/audit/seal-copies.ts';
import { toEpochSeconds } from '../../shared/base/time.ts';
import { queryAll } from '../../shared/table/reads.ts';
import type { Table } from '../../shared/table/table.ts';

export interface Chain {
  /** The seals in the order of their numbers, including those with a fault. */
  readonly seals: readonly Seal[];
  readonly faults: readonly string[];
}

/**
 * Reads the seals of a tenant. The oldest is a checkpoint: it says until when the seals before it must exist. Without `key`,
 * signatures are not checked.
 */
export async function readChain(
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
export async function compareWithCopies(
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
