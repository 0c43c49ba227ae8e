import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { addressRanges, isAmong, widestRange } from '../base/address.ts';
import { withMeta } from '../base/schema.ts';
import { epochSecondsAfterDays } from '../base/time.ts';
import { readPaths, watchKey } from '../devices/heartbeat.ts';
import { TTL_ATTRIBUTE } from '../table/definition.ts';
import { tenantPartition } from '../table/keys.ts';
import { batchGet, inPartition, queryPages } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { putItem } from '../table/writes.ts';
import { PANELS, type Panel } from './panel.ts';
import { FRAME_DAYS, originFields } from './panel-frame.ts';

export const EXAMPLE_UNKNOWN_FRAME = {
  account: '204171',
  line: '0',
  reason: 'No panel has this account.',
  at: '2026-11-20T12:00:30.000+00:00',
  transport: 'tcp',
  address: '203.0.113.7',
  text: '"SIA-DCS"0012L0#204171[#204171|Nri1/BA5]',
};

export const unknownFrameSchema = withMeta(
  z.object({
    account: withMeta(z.nullable(z.string()), { description: 'Null if the frame names none.' }),
    line: z.nullable(z.string()),
    reason: z.string(),
    ...originFields,
  }),
  {
    id: 'UnknownFrame',
    description: 'A frame that no panel of this installation could have sent. It gets no answer.',
    examples: [EXAMPLE_UNKNOWN_FRAME],
  },
);

export type UnknownFrame = z.infer<typeof unknownFrameSchema>;

const ALL_PARTITION = 'UNKNOWN_FRAMES';
const ADDRESS_GROUPS = 40;
const KEPT_OF_ADDRESS = 5;

const numberOf = (text: string) => createHash('sha256').update(text).digest().readUInt32BE();
const slotOf = ({ address, account }: UnknownFrame) => numberOf(`${address} ${account}`) % KEPT_OF_ADDRESS;
/** The frames of a range from which a panel may send at most. Those of other ranges never take their place. */
const rangePartition = (range: string) => `${ALL_PARTITION}#${range}`;

/**
 * Keeps an unknown frame for a week, in the place of an older one: among the 200 that platform admins see, and among five of its
 * address, where a tenant finds it. How many are written in a minute bounds how many there are.
 */
export async function recordUnknownFrame(table: Table, frame: UnknownFrame): Promise<void> {
  const { address, at } = frame;
  const slot = slotOf(frame);
  const keys = [
    { pk: ALL_PARTITION, sk: `${numberOf(address) % ADDRESS_GROUPS}#${slot}` },
    { pk: rangePartition(widestRange(address)), sk: `${address}#${slot}` },
  ];
  const ttl = epochSecondsAfterDays(at, FRAME_DAYS);
  await Promise.all(keys.map((key) => putItem(table, { ...key, data: frame, [TTL_ATTRIBUTE]: ttl })));
}

/** The last unknown frames, newest first: at most 200. */
export async function listUnknownFrames(table: Table, now: Date): Promise<UnknownFrame[]> {
  return newestFirst(await readFrames(table, now, ALL_PARTITION));
}

/** Reads the first megabyte: all frames of an address, and of a range, unless somebody attacks from within it. */
async function readFrames(
  table: Table,
  now: Date,
  partition: string,
  prefix?: string,
): Promise<UnknownFrame[]> {
  const { value } = await queryPages(table, { key: inPartition(partition, prefix) }).next();
  const items: readonly Readonly<Record<string, unknown>>[] = value ?? [];
  const oldest = now.getTime() - FRAME_DAYS * 86_400_000;
  return items
    .map((item) => unknownFrameSchema.parse(item['data']))
    .filter(({ at }) => Date.parse(at) > oldest);
}

const newestFirst = (frames: readonly UnknownFrame[]) =>
  frames.toSorted((one, other) => (one.at < other.at ? 1 : -1)).slice(0, ADDRESS_GROUPS * KEPT_OF_ADDRESS);

/** How many panels of a tenant are read, and of how many, the newest ones, the addresses are looked at. */
const MOST_PANELS = 1_000;
const MOST_NEW_PANELS = 100;
const MOST_RANGES = 50;

/**
 * The unknown frames that were sent from the caller's address, and from those of a tenant's newest panels which were never heard,
 * newest first, and which addresses these are: where an installer finds a mistyped account. An installer at the site often has
 * the address of the panel.
 */
export async function unknownFramesOf(
  table: Table,
  tenantId: string,
  { now, callerAddress }: { readonly now: Date; readonly callerAddress: string },
): Promise<{ readonly data: UnknownFrame[]; readonly addresses: string[] }> {
  const panels = (await readPanels(table, tenantId))
    .filter(({ allowed_addresses }) => allowed_addresses.length > 0)
    .toSorted((one, other) => (one.created_at < other.created_at ? 1 : -1))
    .slice(0, MOST_NEW_PANELS);
  const watches = await batchGet(
    table,
    panels.map(({ id }) => watchKey(tenantId, id)),
  );
  const ofPanels = panels
    .filter((_, place) => readPaths(watches[place]).length === 0)
    .flatMap(({ allowed_addresses }) => allowed_addresses);
  const addresses = [...new Set([callerAddress, ...ofPanels])].slice(0, MOST_RANGES);
  const frames = await Promise.all(addresses.map((range) => readFrames(table, now, ...placeOf(range))));
  const ranges = addressRanges(addresses);
  // Ranges may overlap, and then the same frame is read twice.
  const found = new Map(
    frames.flat().map((frame) => [`${frame.at} ${frame.address} ${frame.account} ${frame.text}`, frame]),
  );
  return {
    data: newestFirst([...found.values()].filter(({ address }) => isAmong(ranges, address))),
    addresses,
  };
}

/** Where the frames of a range of a panel are: of one address of IPv4, by its text. */
function placeOf(range: string): [partition: string, prefix?: string] {
  const [address = '', bits = '32'] = range.split('/');
  const partition = rangePartition(widestRange(address));
  return bits === '32' && !address.includes(':') ? [partition, `${address}#`] : [partition];
}

async function readPanels(table: Table, tenantId: string): Promise<Panel[]> {
  const panels: Panel[] = [];
  const key = inPartition(tenantPartition(tenantId), PANELS.prefix());
  for await (const items of queryPages(table, { key })) {
    panels.push(...items.map(PANELS.entityOf));
    if (panels.length >= MOST_PANELS) break;
  }
  return panels.slice(0, MOST_PANELS);
}

/** How many frames are recorded in a minute, separately for each transport: the address of a datagram can be forged. */
const RECORDED_PER_MINUTE = 60;
/** How much waits, so that nobody fills the memory. */
const MOST_FRESH_RANGES = 1_000;
const MOST_ADDRESSES_OF_RANGE = 64;
/** How many ranges are remembered that had their turn. */
const MOST_SERVED_RANGES = 10_000;

/**
 * Decides which unknown frames are recorded, because anybody can send many. Each range from which a panel may send at most has
 * its turn, first those that came last and had none lately: strangers elsewhere do not keep the frame of an installer away.
 */
export class UnknownFrames {
  readonly #transports = { tcp: new FairFrames(), udp: new FairFrames() };

  add(frame: UnknownFrame): void {
    this.#transports[frame.transport].add(frame);
  }

  /** Takes the frames that are recorded now. */
  takeDue(now: Date): UnknownFrame[] {
    return Object.values(this.#transports).flatMap((it) => it.takeDue(now.getTime()));
  }
}

/** The frames of a range that wait, by their addresses, the one whose last turn is longest ago first. */
type Waiting = Map<string, UnknownFrame[]>;

class FairFrames {
  /** The ranges that had no turn lately, in the order in which they came. */
  readonly #fresh = new Map<string, Waiting>();
  /** The others, the one whose last turn is longest ago first. */
  readonly #served = new Map<string, Waiting>();
  #tokens = RECORDED_PER_MINUTE;
  #filledAt = Number.NEGATIVE_INFINITY;

  add(frame: UnknownFrame): void {
    const range = widestRange(frame.address);
    const known = this.#served.get(range) ?? this.#fresh.get(range);
    const waiting: Waiting = known ?? new Map();
    if (!known) this.#addFresh(range, waiting);
    const frames = waiting.get(frame.address) ?? [];
    if (frames.length === 0 && waiting.size >= MOST_ADDRESSES_OF_RANGE) return;
    waiting.set(frame.address, [...frames, frame].slice(-KEPT_OF_ADDRESS));
  }

  #addFresh(range: string, waiting: Waiting): void {
    this.#fresh.set(range, waiting);
    const [oldest] = this.#fresh.keys();
    if (this.#fresh.size > MOST_FRESH_RANGES && oldest !== undefined) {
      this.#fresh.delete(oldest);
      this.#addServed(oldest, new Map());
    }
  }

  #addServed(range: string, waiting: Waiting): void {
    this.#served.delete(range);
    this.#served.set(range, waiting);
    const [oldest] = this.#served.keys();
    if (this.#served.size > MOST_SERVED_RANGES && oldest !== undefined) this.#served.delete(oldest);
  }

  takeDue(now: number): UnknownFrame[] {
    const filled = ((now - this.#filledAt) / 60_000) * RECORDED_PER_MINUTE;
    this.#tokens = Math.min(RECORDED_PER_MINUTE, this.#tokens + Math.max(0, filled));
    this.#filledAt = now;
    const due: UnknownFrame[] = [];
    while (this.#tokens >= 1) {
      const frame = this.#takeNext();
      if (!frame) break;
      due.push(frame);
      this.#tokens -= 1;
    }
    return due;
  }

  #takeNext(): UnknownFrame | undefined {
    const newest = [...this.#fresh].at(-1);
    const next = newest ?? [...this.#served].find(([, waiting]) => waiting.size > 0);
    if (!next) return undefined;
    const [range, waiting] = next;
    this.#fresh.delete(range);
    this.#addServed(range, waiting);
    const [first] = waiting;
    if (!first) return undefined;
    const [address, [frame, ...others]] = first;
    waiting.delete(address);
    if (others.length > 0) waiting.set(address, others);
    return frame;
  }
}
