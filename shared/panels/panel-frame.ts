import * as z from 'zod/mini';
import { idField, replaceUnprintable, shorten, timestampField } from '../base/fields.ts';
import { EXAMPLE_IDS } from '../base/ids.ts';
import { withMeta } from '../base/schema.ts';
import { epochSecondsAfterDays } from '../base/time.ts';
import { TTL_ATTRIBUTE } from '../table/definition.ts';
import { defineKind } from '../table/kind.ts';
import { pageOf } from '../table/list-contract.ts';
import { LONGEST_FRAME } from './frames.ts';

/** For how many days frames are kept. */
export const FRAME_DAYS = 7;

/** Where a frame came from. */
export const originFields = {
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

/** Longer than any frame, because the text has the events that are only counted. */
const LONGEST_TEXT = LONGEST_FRAME;

/** The extra block in which a panel asks for a key, or sends its own. */
const KEY_MATERIAL = /(?<=\][\s\0]*)\[K[^\]]*/g;

/** Bytes as text: everything that is not printable ASCII as `\xNN`, and nothing of a key. */
export function printable(bytes: Uint8Array, longest = LONGEST_TEXT): string {
  const text = Buffer.from(bytes.subarray(0, longest))
    .toString('latin1')
    .replace(KEY_MATERIAL, '[K...')
    .replace(/[^\x20-\x7e]/g, (it) => `\\x${it.charCodeAt(0).toString(16).padStart(2, '0')}`);
  return shorten(replaceUnprintable(text), longest);
}

/** The item of a frame, which is kept for a week. */
export function frameItem(frame: PanelFrame) {
  const text = shorten(replaceUnprintable(frame.text), LONGEST_TEXT);
  const item = PANEL_FRAMES.item({ ...frame, text });
  return { ...item, [TTL_ATTRIBUTE]: epochSecondsAfterDays(frame.at, FRAME_DAYS) };
}
