import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { RandomBytes } from '../base/ids.ts';
import { formatTimestamp } from '../base/time.ts';
import { ACCOUNTS_PARTITION } from '../devices/panel-account.ts';
import { TIMER_INDEX } from '../table/definition.ts';
import { expression, expressionInput } from '../table/expression.ts';
import { readAccountKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';

/**
 * How far each reading of new accounts reaches back behind the one before: the index lags, and clocks differ. An account that
 * appears later is found by a search within its limit, until the receiver starts again.
 */
const OVERLAP_MS = 10 * 60_000;

const FEWEST_SLOTS = 2_048;

/**
 * Which accounts panels have, or had: whatever strangers send, a frame with one of them is always looked up, and others cost
 * nothing. It keeps 32 bits of each account: a million takes 8 MB, and of other accounts about one in four thousand is looked
 * up, too.
 */
export class KnownAccounts {
  readonly #seed: number;
  /** An open hash table of hashes, at most half full. 0 is a free slot. */
  #slots = new Uint32Array(FEWEST_SLOTS);
  #size = 0;
  #readAt: number | undefined;

  constructor(randomBytes: RandomBytes) {
    this.#seed = Buffer.from(randomBytes(4)).readUInt32BE();
  }

  get size(): number {
    return this.#size;
  }

  /** Whether all accounts were read once. Until then any may exist. */
  get isComplete(): boolean {
    return this.#readAt !== undefined;
  }

  /** Whether a panel may have an account, in upper case. False only if none had it when the new ones were last read. */
  mayExist(account: string): boolean {
    return !this.isComplete || this.#slots[this.#slotOf(this.#hashOf(account))] !== 0;
  }

  /** Reads all accounts, or those that were changed since the last time. Returns these. */
  async refresh(table: Table, now: Date): Promise<string[]> {
    const isFirst = this.#readAt === undefined;
    const since = formatTimestamp(new Date((this.#readAt ?? OVERLAP_MS) - OVERLAP_MS));
    const changed: string[] = [];
    for await (const accounts of readAccounts(table, since)) {
      for (const account of accounts) this.add(account);
      // The first time nothing was looked up before.
      if (!isFirst) changed.push(...accounts);
    }
    this.#readAt = now.getTime();
    return changed;
  }

  add(account: string): void {
    if (this.#put(this.#hashOf(account)) && ++this.#size * 2 > this.#slots.length) this.#grow();
  }

  #put(hash: number): boolean {
    const slot = this.#slotOf(hash);
    if (this.#slots[slot] === hash) return false;
    this.#slots[slot] = hash;
    return true;
  }

  #grow(): void {
    const before = this.#slots;
    this.#slots = new Uint32Array(before.length * 2);
    for (const hash of before) if (hash !== 0) this.#put(hash);
  }

  /** The slot that has a hash, or the free one where it belongs. */
  #slotOf(hash: number): number {
    const last = this.#slots.length - 1;
    let slot = hash & last;
    while (this.#slots[slot] !== 0 && this.#slots[slot] !== hash) slot = (slot + 1) & last;
    return slot;
  }

  /** FNV-1a from a seed that nobody knows, mixed at the end, because accounts are alike. Never 0. */
  #hashOf(account: string): number {
    let hash = this.#seed;
    for (let place = 0; place < account.length; place++) {
      hash = Math.imul(hash ^ account.charCodeAt(place), 0x0100_0193);
    }
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b_3c6d);
    hash = Math.imul(hash ^ (hash >>> 12), 0x297a_2d39);
    return (hash ^ (hash >>> 15)) >>> 0 || 1;
  }
}

/** Reads the accounts that were changed since a time, page by page. */
async function* readAccounts(table: Table, since: string): AsyncGenerator<string[]> {
  const query = {
    TableName: table.name,
    IndexName: TIMER_INDEX,
    ...expressionInput({ key: expression`#timer = ${ACCOUNTS_PARTITION} AND #due >= ${since}` }),
  };
  let startKey: Readonly<Record<string, unknown>> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await table.client.send(
      new QueryCommand({ ...query, ExclusiveStartKey: startKey }),
    );
    yield Items.map(({ pk }) => readAccountKey(String(pk)));
    startKey = LastEvaluatedKey;
  } while (startKey);
}
