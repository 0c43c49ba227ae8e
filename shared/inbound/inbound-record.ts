import * as z from 'zod/mini';
import { warningsField } from '../alerts/warning.ts';
import { idField, timestampField } from '../base/fields.ts';
import { EXAMPLE_IDS } from '../base/ids.ts';
import { withMeta } from '../base/schema.ts';
import { epochSecondsAfterDays } from '../base/time.ts';
import { TTL_ATTRIBUTE } from '../table/definition.ts';
import { defineKind } from '../table/kind.ts';
import { pageOf } from '../table/list-contract.ts';

/** For how many days messages are kept. */
const MESSAGE_DAYS = 7;
/** How many characters of a message are kept. */
export const KEPT_CHARACTERS = 4_000;

/** What a message, or a part of it, did. */
const INBOUND_RESULTS = [
  'raised',
  'occurred_again',
  'restored',
  'resolved',
  'recorded',
  'repeated',
  'nothing_new',
  'heartbeat',
  'test',
  'not_understood',
  'failed',
] as const;

export const inboundResultSchema = withMeta(
  z.object({
    result: withMeta(z.enum(INBOUND_RESULTS), {
      description:
        '`recorded`: no open alert was concerned. `repeated`: the same event was known. `nothing_new`: the state was known. `not_understood`: it raised `unknown-signal`.',
    }),
    thing: withMeta(z.optional(z.string()), { description: 'What it is about, in the words of its sender.' }),
    type: z.optional(z.string()),
    severity: z.optional(z.string()),
    text: z.optional(z.string()),
    alert_id: z.optional(idField),
  }),
  { id: 'InboundResult', description: 'What a part of a message meant, and what it did.' },
);

export type InboundResult = z.infer<typeof inboundResultSchema>;

export const inboundRecordSchema = withMeta(
  z.object({
    id: idField,
    device_id: idField,
    tenant_id: idField,
    at: timestampField,
    format: z.string(),
    address: withMeta(z.string(), { description: 'The network address of the sender.' }),
    content_type: z.nullable(z.string()),
    topic: z.nullable(z.string()),
    body: withMeta(z.string(), {
      description: `The first ${KEPT_CHARACTERS} characters of the message. What looks like a secret is \`***\`.`,
    }),
    pictures: withMeta(z.int(), {
      description: 'How many pictures came with it. The alert that it raised keeps them.',
    }),
    results: z.array(inboundResultSchema),
    warnings: warningsField,
  }),
  {
    id: 'InboundMessage',
    description: 'A message that another system sent to the address of a device.',
    examples: [
      {
        id: EXAMPLE_IDS.entry,
        device_id: EXAMPLE_IDS.device,
        tenant_id: EXAMPLE_IDS.tenant,
        at: '2026-11-20T12:00:30.000+00:00',
        format: 'zigbee2mqtt',
        address: '203.0.113.7',
        content_type: 'application/json',
        topic: 'zigbee2mqtt/Plant room smoke',
        body: '{"battery":98,"smoke":true}',
        pictures: 0,
        results: [
          {
            result: 'raised',
            thing: 'zigbee2mqtt/Plant room smoke smoke',
            type: 'fire',
            severity: 'critical',
            text: 'Plant room smoke: smoke',
            alert_id: EXAMPLE_IDS.alert,
          },
        ],
      },
    ],
  },
);

export const inboundRecordPageSchema = pageOf(inboundRecordSchema, 'InboundMessagePage');

export type InboundRecord = z.infer<typeof inboundRecordSchema>;

/** The messages of a device of the last week. No index contains them. */
export const INBOUND_MESSAGES = defineKind({
  name: 'INBOUND_MESSAGE',
  schema: inboundRecordSchema,
  under: ({ device_id }) => device_id,
});

export function recordItem(record: InboundRecord) {
  return {
    ...INBOUND_MESSAGES.item(record),
    [TTL_ATTRIBUTE]: epochSecondsAfterDays(record.at, MESSAGE_DAYS),
  };
}
