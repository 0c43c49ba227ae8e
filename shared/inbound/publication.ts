import type { SQSRecord } from 'aws-lambda';
import * as z from 'zod/mini';

/** What a client of AWS IoT Core published, or that it connected. */
export interface Publication {
  readonly client: string;
  readonly topic: string;
  readonly payload: Buffer;
  /** When IoT Core took it. */
  readonly at: Date;
  /** The address of the client; empty if nobody said. */
  readonly address: string;
  /** Whether it only says that the client connected. */
  readonly isPresence: boolean;
}

/** What the rules of the stage select (`publicationSql`, `presenceSql`). */
const selectedSchema = z.object({
  client: z.string(),
  at: z.number(),
  topic: z.optional(z.string()),
  payload: z.optional(z.string()),
  address: z.optional(z.string()),
});

/**
 * What IoT Core writes if the action of a rule failed (AWS, "Error handling (error action)"). It has no time; its queue has.
 */
const failedSchema = z.object({
  clientId: z.string(),
  topic: z.string(),
  base64OriginalPayload: z.string(),
});

/** The statement of the rule for all that clients with this prefix publish. `#` matches no topic that begins with `$`. */
export const publicationSql = (prefix: string): string =>
  `SELECT encode(*, 'base64') AS payload, topic() AS topic, clientid() AS client, sourceip() AS address, timestamp() AS at FROM '#' WHERE regexp_matches(clientid(), '^${prefix}')`;

/** The topics of IoT Core about clients that connect (AWS, "Lifecycle events"). */
const CONNECTED = '$aws/events/presence/connected/';

/** The statement of the rule for clients with this prefix that connect. */
export const presenceSql = (prefix: string): string =>
  `SELECT clientId AS client, timestamp AS at, topic() AS topic FROM '${CONNECTED}+' WHERE regexp_matches(clientId, '^${prefix}')`;

/** Reads a message of the rules, or of their error action. Throws if it is neither. */
export function readPublication({ body, attributes }: Pick<SQSRecord, 'body' | 'attributes'>): Publication {
  const json: unknown = JSON.parse(body);
  const failed = failedSchema.safeParse(json);
  const selected = failed.success
    ? {
        client: failed.data.clientId,
        topic: failed.data.topic,
        payload: failed.data.base64OriginalPayload,
        at: Number(attributes.SentTimestamp),
        address: undefined,
      }
    : selectedSchema.parse(json);
  const { client, topic = '', payload = '', at, address = '' } = selected;
  return {
    client,
    topic,
    payload: Buffer.from(payload, 'base64'),
    at: new Date(at),
    address,
    isPresence: topic.startsWith(CONNECTED),
  };
}
