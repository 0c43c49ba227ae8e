import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { addressRanges, isAmong } from '../base/address.ts';
import { idField, replaceUnprintable, shorten, timestampField } from '../base/fields.ts';
import { EXAMPLE_IDS } from '../base/ids.ts';
import { withMeta } from '../base/schema.ts';
import { epochSecondsAfterDays } from '../base/time.ts';
import { readPaths, watchKey } from '../devices/heartbeat.ts';
import { TTL_ATTRIBUTE } from '../table/definition.ts';
import { type ItemKey, tenantPartition } from '../table/keys.ts';
import { defineKind } from '../table/kind.ts';
import { pageOf } from '../table/list-contract.ts';
import { batchGet, inPartition, queryPages } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { putItem } from '../table/writes.ts';
import { PANELS, type Panel } from './panel.ts';

const KEPT_DAYS = 7;

const originFields = {
  at: timestampField,
  transport: z.enum(['tcp', 'udp']),
  address: withMeta(z.string(), { description: 'The network address of the sender.' }),
  text: withMeta(z.string(), {
    description: 'The frame, decrypted if that was possible. Bytes that are no text are shown as `\\xNN`.',
  }),
};

const meaningSchema = withMeta(
  z.object({
    code: z.string(),
    text: withMeta(z.string(), { description: 'What the code means.' }),
    kind: withMeta(z.string(), {
      description: 'alarm, trouble, restore, open, close, test, bypass or other.',
    }),
    type: z.nullable(z.string()),
    severity: z.nullable(z.string()),
    partition: z.nullable(z.string()),
    zone: z.nullable(z.string()),
    user: z.nullable(z.string()),
  }),
  { id: 'PanelSignal', description: 'A signal of a frame, and what it means.' },
);

export type Meaning = z.infer<typeof meaningSchema>;

/** What Guard answered to a frame: nothing to one that it must not acknowledge. */
const ANSWERS = ['ack', 'nak', 'duh', 'none'] as const;

export const panelFrameSchema = withMeta(
  z.object({
    id: idField,
    device_id: idField,
    tenant_id: idField,
    ...originFields,
    sequence: z.nullable(z.string()),
    signals: z.array(meaningSchema),
    answer: z.enum(ANSWERS),
    result: withMeta(z.string(), {
      description:
        'What it did: `raised`, `occurred_again`, `restored`, `resolved`, `cancelled`, `recorded`, `repeated` or `refused`.',
    }),
    reason: withMeta(z.nullable(z.string()), {
      description: 'Why it was refused, or what was wrong with it.',
    }),
    alert_ids: z.array(idField),
  }),
  {
    id: 'PanelFrame',
    description: 'A frame of a panel. Supervision frames without a signal are not listed.',
    examples: [
      {
        id: EXAMPLE_IDS.entry,
        device_id: EXAMPLE_IDS.device,
        tenant_id: EXAMPLE_IDS.tenant,
        at: '2026-11-20T12:00:30.000+00:00',
        transport: 'tcp',
        address: '203.0.113.7',
        text: '"SIA-DCS"0012L0#204117[#204117|Nri1/BA5]_12:00:30,11-20-2026',
        sequence: '0012',
        signals: [
          {
            code: 'BA',
            text: 'Burglary alarm',
            kind: 'alarm',
            type: 'intrusion',
            severity: 'high',
            partition: '1',
            zone: '5',
            user: null,
          },
        ],
        answer: 'ack',
        result: 'raised',
        reason: null,
        alert_ids: [EXAMPLE_IDS.alert],
      },
    ],
  },
);

export const panelFramePageSchema = pageOf(panelFrameSchema, 'PanelFramePage');

export type PanelFrame = z.infer<typeof panelFrameSchema>;

/** The frames of a panel of the last week. No index contains them. */
export const PANEL_FRAMES = defineKind({
  name: 'FRAME',
  schema: panelFrameSchema,
  under: ({ device_id }) => device_id,
});

const LONGEST_TEXT = 2_000;

/** The extra block in which a panel asks for a key, or sends its own. */
const KEY_MATERIAL = /(?<=\][\s\0]*)\[K[^\]]*/g;

/** Bytes as text: everything that is not printable ASCII as `\xNN`, and nothing of a key. */
export function printable(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.subarray(0, LONGEST_TEXT))
    .toString('latin1')
    .replace(KEY_MATERIAL, '[K...')
    .replace(/[^\x20-\x7e]/g, (it) => `\\x${it.charCodeAt(0).toString(16).padStart(2, '0')}`);
  return shorten(replaceUnprintable(text), LONGEST_TEXT);
}

/** The item of a frame, which is kept for a week. */
export function frameItem(frame: PanelFrame) {
  const text = shorten(replaceUnprintable(frame.text), LONGEST_TEXT);
  const item = PANEL_FRAMES.item({ ...frame, text });
  return { ...item, [TTL_ATTRIBUTE]: epochSecondsAfterDays(frame.at, KEPT_DAYS) };
}

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
    examples: [
      {
        account: '204171',
        line: '0',
        reason: 'No panel has this account.',
        at: '2026-11-20T12:00:30.000+00:00',
        transport: 'tcp',
        address: '203.0.113.7',
        text: '"SIA-DCS"0012L0#204171[#204171|Nri1/BA5]',
      },
    ],
  },
);

export type UnknownFrame = z.infer<typeof unknownFrameSchema>;

const UNKNOWN_PARTITION = 'UNKNOWN_FRAMES';
const ADDRESS_GROUPS = 40;
const KEPT_OF_ADDRESS = 5;

/**
 * The place of an unknown frame: one of five of its address, by its account. There are 200 places, so whoever sends garbage
 * fills no table.
 */
function placeOf({ address, account }: UnknownFrame): ItemKey {
  const number = (text: string) => createHash('sha256').update(text).digest().readUInt32BE();
  const group = number(address) % ADDRESS_GROUPS;
  return { pk: UNKNOWN_PARTITION, sk: `${group}#${number(`${address} ${account}`) % KEPT_OF_ADDRESS}` };
}

/** Keeps an unknown frame for a week, in the place of an older one. */
export function recordUnknownFrame(table: Table, frame: UnknownFrame): Promise<void> {
  const ttl = epochSecondsAfterDays(frame.at, KEPT_DAYS);
  return putItem(table, { ...placeOf(frame), data: frame, [TTL_ATTRIBUTE]: ttl });
}

/** The unknown frames, newest first: at most 200. */
export async function listUnknownFrames(table: Table, now: Date): Promise<UnknownFrame[]> {
  const frames: UnknownFrame[] = [];
  for await (const items of queryPages(table, { key: inPartition(UNKNOWN_PARTITION) })) {
    for (const { data } of items) frames.push(unknownFrameSchema.parse(data));
  }
  const oldest = now.getTime() - KEPT_DAYS * 86_400_000;
  return frames.filter(({ at }) => Date.parse(at) > oldest).toSorted((a, b) => (a.at < b.at ? 1 : -1));
}

/** How many panels of a tenant are looked at. */
const MOST_PANELS = 1_000;

/**
 * The unknown frames that were sent from the addresses of a tenant's panels which were never heard: where an installer finds a
 * mistyped account.
 */
export async function unknownFramesOf(
  table: Table,
  frames: readonly UnknownFrame[],
  tenantId: string,
): Promise<UnknownFrame[]> {
  const panels = await readPanels(table, tenantId);
  const likely = panels.filter(({ allowed_addresses }) => {
    const ranges = addressRanges(allowed_addresses);
    return frames.some(({ address }) => isAmong(ranges, address));
  });
  const watches = await batchGet(
    table,
    likely.map(({ id }) => watchKey(tenantId, id)),
  );
  const unheard = likely.filter((_, place) => readPaths(watches[place]).length === 0);
  const ranges = addressRanges(unheard.flatMap(({ allowed_addresses }) => allowed_addresses));
  return frames.filter(({ address }) => isAmong(ranges, address));
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
