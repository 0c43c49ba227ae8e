import type { APIGatewayProxyWebsocketEventV2, DynamoDBStreamEvent } from 'aws-lambda';
import * as z from 'zod/mini';
import { idField } from '../../shared/base/fields.ts';
import type { RandomBytes } from '../../shared/base/ids.ts';
import { randomFraction } from '../../shared/base/random.ts';
import type { Invocation } from '../../shared/lambda/invocation.ts';
import type { RuntimeSource } from '../../shared/lambda/runtime.ts';
import { connectSockets, type Sockets } from '../../shared/lambda/sockets.ts';
import { defineTrigger } from '../../shared/lambda/trigger.ts';
import { createTriggeredHandler } from '../../shared/lambda/triggered-handler.ts';
import { findConnection } from '../../shared/live/authorize-connections.ts';
import { closeConnection, forgetConnection } from '../../shared/live/close-connection.ts';
import type { Connection } from '../../shared/live/connection.ts';
import { readDeliveryState } from '../../shared/live/delivery-state.ts';
import { fanOut } from '../../shared/live/fan-out.ts';
import { isOfKey } from '../../shared/live/key-session.ts';
import {
  type CountedMessage,
  countMessage,
  type Message,
  RegularPings,
  writeMessage,
} from '../../shared/live/messages.ts';
import { openConnection, TOO_MANY } from '../../shared/live/open-connection.ts';
import { FAN_OUT_CHANGES } from '../../shared/live/stream-changes.ts';
import { storeViewed } from '../../shared/live/viewers.ts';
import type { Table } from '../../shared/table/table.ts';

export const openConnectionTrigger = defineTrigger('jobs/live/open-connection', {
  description: 'Opens connections with tickets',
  trigger: { kind: 'socket', route: '$connect' },
  table: { actions: ['BatchGetItem', 'DeleteItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'] },
});

/** The event of `$connect` with its query, which the types of aws-lambda lack. */
interface ConnectEvent extends APIGatewayProxyWebsocketEventV2 {
  readonly queryStringParameters?: Record<string, string | undefined>;
}

/**
 * Opens a connection. Every rejection has the same status; the reason is only logged. The exception is 429, for a valid
 * ticket beyond the limit of connections.
 */
export function openConnectionHandler(source: RuntimeSource) {
  return createTriggeredHandler(source, openConnectionTrigger, open);
}

async function open({ requestContext, queryStringParameters, state }: Invocation<ConnectEvent>) {
  const { runtime, now } = state;
  const { connectionId } = requestContext;
  const outcome = await openConnection(runtime.table, queryStringParameters?.['ticket'], {
    connectionId,
    now,
    random: randomFraction(runtime.randomBytes),
  });
  if (typeof outcome !== 'string') return { statusCode: 200 };
  runtime.logger.info('Connection refused', { reason: outcome });
  return { statusCode: outcome === TOO_MANY ? 429 : 401 };
}

export const answerMessageTrigger = defineTrigger('jobs/live/answer-message', {
  description: 'Answers messages of connections',
  trigger: { kind: 'socket', route: '$default' },
  table: { actions: ['DeleteItem', 'GetItem', 'Query', 'UpdateItem'] },
  postsToSockets: true,
  isTraced: false,
});

/** How long a message may be to be parsed. Those that Guard knows are far shorter. */
const MAXIMUM_LENGTH = 1_024;

const messageSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('ping') }),
  /** Which alert the person has open. */
  z.strictObject({ type: z.literal('viewing'), alert_id: z.nullable(idField) }),
]);

/**
 * Answers `ping`, so that a client knows that it has received all changes, and whether alerts are late; and stores which alert
 * a person has open. Closes a connection that is not stored, because it would receive nothing; one that may have missed
 * changes; and one that sends too many messages, so that a flood of them stores nothing. The answer to any other message is
 * an error.
 */
export function answerMessageHandler(source: RuntimeSource, sockets: Sockets = connectSockets(process.env)) {
  const pings = new RegularPings();
  return createTriggeredHandler(
    source,
    answerMessageTrigger,
    async ({ requestContext, body = '', state }: Invocation<APIGatewayProxyWebsocketEventV2>) => {
      const { connectionId } = requestContext;
      const { runtime, now } = state;
      const { table } = runtime;
      const message = readMessage(body);
      const isRegular = message?.type === 'ping' && pings.takes(connectionId, now);
      const counted = isRegular
        ? await findUncounted(table, connectionId)
        : await countMessage(table, connectionId, now);
      if (!counted) {
        await sockets.close(connectionId);
      } else if (counted.isTooMany) {
        await closeConnection({ table, sockets }, counted.connection, 'too_many_messages');
      } else if (message?.type === 'viewing' && !isOfKey(counted.connection.session)) {
        await storeViewed(table, counted.connection, message.alert_id);
      } else if (message?.type !== 'ping') {
        await sockets.post(connectionId, writeMessage(NOT_UNDERSTOOD));
      } else {
        await answerPing({ table, sockets }, counted.connection, runtime.randomBytes, now);
      }
      return { statusCode: 200 };
    },
  );
}

async function findUncounted(table: Table, connectionId: string): Promise<CountedMessage | undefined> {
  const connection = await findConnection(table, connectionId);
  return connection && { connection, isTooMany: false };
}

async function answerPing(
  { table, sockets }: { readonly table: Table; readonly sockets: Sockets },
  connection: Connection,
  randomBytes: RandomBytes,
  now: Date,
): Promise<void> {
  const random = randomFraction(randomBytes);
  const { mustListAgain, secondsLate } = await readDeliveryState(table, connection, now, random);
  // The client then connects again immediately and reads the lists.
  if (mustListAgain) await closeConnection({ table, sockets }, connection, 'lifetime_over');
  else await sockets.post(connection.id, writeMessage({ type: 'pong', late_seconds: secondsLate }));
}

const NOT_UNDERSTOOD: Message = {
  type: 'error',
  message: 'Clients send {"type":"ping"}; those of people also {"type":"viewing","alert_id":…}.',
};

function readMessage(body: string): z.infer<typeof messageSchema> | undefined {
  if (body.length > MAXIMUM_LENGTH) return undefined;
  try {
    return messageSchema.safeParse(JSON.parse(body)).data;
  } catch {
    return undefined;
  }
}

export const endConnectionTrigger = defineTrigger('jobs/live/end-connection', {
  description: 'Deletes the items of connections that have ended',
  trigger: { kind: 'socket', route: '$disconnect' },
  table: { actions: ['DeleteItem', 'GetItem', 'UpdateItem'] },
});

/**
 * Forgets a connection that has ended. API Gateway does not report every end; for the others, the fan-out notices it when
 * sending fails.
 */
export function endConnectionHandler(source: RuntimeSource) {
  return createTriggeredHandler(source, endConnectionTrigger, end);
}

async function end({ requestContext, state }: Invocation<APIGatewayProxyWebsocketEventV2>) {
  const { table } = state.runtime;
  const connection = await findConnection(table, requestContext.connectionId);
  if (connection) await forgetConnection(table, connection);
  return { statusCode: 200 };
}

/**
 * Sends changes to connected clients. A failing batch is retried only for a short time, because it delays later batches. A
 * late batch skips the tenants with the most connections (send-to-connections.ts). Changes are dropped unsent only after an
 * outage that is longer than the time after which clients read the lists again anyway.
 */
export const fanOutTrigger = defineTrigger('jobs/live/fan-out', {
  description: 'Sends changes to connected clients',
  trigger: {
    kind: 'stream',
    changes: FAN_OUT_CHANGES,
    batchSize: 100,
    // Batches of a shard may run in parallel, because a message contains the current state of an item and its version, so
    // that clients need no order.
    parallelBatches: 10,
    maximumAgeSeconds: 900,
    retries: 2,
  },
  table: { actions: ['BatchGetItem', 'DeleteItem', 'PutItem', 'Query', 'UpdateItem'] },
  postsToSockets: true,
  timeoutSeconds: 30,
});

/** Sends a batch of changes to connected clients, and measures how late they are. */
export function fanOutHandler(source: RuntimeSource, sockets: Sockets = connectSockets(process.env)) {
  return createTriggeredHandler(
    source,
    fanOutTrigger,
    async ({ Records, state }: Invocation<DynamoDBStreamEvent>) => {
      const { runtime, now, metrics } = state;
      const context = { table: runtime.table, sockets, now };
      const { messages, cutOff, skipped, oldestAt } = await fanOut(Records, context);
      metrics.push({ name: 'LiveMessages', value: messages });
      if (cutOff > 0) runtime.logger.warn('Sending failed, connections closed', { count: cutOff });
      if (skipped > 0) runtime.logger.warn('Late, changes not sent', { count: skipped });
      if (oldestAt === undefined) return;
      const value = runtime.clock().getTime() - Date.parse(oldestAt);
      metrics.push({ name: 'ChangeToScreen', value });
    },
  );
}
